import { DeclarationError, type PlacedDeclaration } from './declaration-error.js';
import { defaultProblem } from './schema-checks.js';
import { type MetaSchema, type ValueOf } from './meta-fields.js';

/** One setting: its schema, and how people see it. */
export interface SettingDeclaration extends MetaSchema {
  /** What it is called. */
  readonly label: string;
  /** The value as long as none is stored. */
  readonly default: unknown;
  /** Whether front ends may read it without an account (`nestpress/v1/site`). */
  readonly public?: boolean;
}

/** Settings of a module. */
export interface SettingsDeclaration {
  /** What the names of the options begin with: lower-case letters, digits and underscores. */
  readonly name: string;
  /** Heading in the console. */
  readonly title: string;
  readonly settings: Readonly<Record<string, SettingDeclaration>>;
}

/** The values of declared settings in TypeScript, by their names without that of the group. */
export type SettingValues<D extends SettingsDeclaration> = { [K in keyof D['settings']]: ValueOf<D['settings'][K]> };

/** A setting with the name of its option. */
export interface DeclaredSetting {
  readonly option: string;
  readonly label: string;
  readonly group: string;
  readonly default: unknown;
  readonly isPublic: boolean;
  readonly schema: MetaSchema;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** The option of a setting, which is its name in the REST API, too. */
export const optionOf = ({ name }: Pick<SettingsDeclaration, 'name'>, setting: string) => `${name}_${setting}`;

/** Checks the declarations of all modules together. */
export function declaredSettings(groups: readonly PlacedDeclaration<SettingsDeclaration>[]): DeclaredSetting[] {
  const found = new Map<string, string>();
  return groups.flatMap(({ value, place }) => {
    const fail = (problem: string) => new DeclarationError(`Settings "${value.name}" (${place}): ${problem}.`);
    if (!NAME.test(value.name)) throw fail('the name must have lower-case letters, digits and underscores');
    return Object.entries(value.settings).map(([name, declaration]) => {
      const { label, default: standard, public: isPublic = false, ...schema } = declaration;
      const option = optionOf(value, name);
      if (!NAME.test(name)) throw fail(`"${name}" must have lower-case letters, digits and underscores`);
      if (label === '') throw fail(`"${name}" needs a label`);
      const problem = defaultProblem(schema, standard);
      if (problem !== undefined) throw fail(`"${name}" ${problem}`);
      const earlier = found.get(option);
      if (earlier !== undefined) throw fail(`"${option}" is declared by ${earlier}, too`);
      found.set(option, place);
      return { option, label, group: value.title, default: standard, isPublic, schema };
    });
  });
}
