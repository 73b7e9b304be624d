import { type ValueSchema } from '../../rest/args/schema.js';
import { sanitizeValue } from '../../rest/args/sanitize-value.js';
import { validateValue } from '../../rest/args/validate-value.js';
import { type Field } from '../../rest/fields/resource-fields.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { DeclarationError } from '../../content-model/declaration-error.js';
import { type MetaSchema } from '../../content-model/meta-fields.js';
import { type PhpInput, phpToJs, type PhpValue } from '../../text/php/index.js';
import { type ArgDialect } from '../../variant/rest.variants.js';
import { emptyAsList, phpValue } from '../meta/meta-values.js';
import { OPTION_OF } from './settings.fields.js';

/** A setting that a plugin registered, stored in the option of its name. */
export interface PluginSetting {
  readonly name: string;
  readonly title: string;
  readonly schema: MetaSchema;
  readonly default: unknown;
  /** A module declared it: false is stored as 0, where WordPress stores an empty text, which it then reads as null. */
  readonly isOfModule?: boolean;
}

/** The settings of modules. Names that WordPress or a plugin uses stop the start. */
export function settingsOfModules({ settings }: ContentModel, ofPlugins: readonly PluginSetting[]): PluginSetting[] {
  const taken = new Set([...Object.keys(OPTION_OF), ...Object.values(OPTION_OF), ...ofPlugins.map(({ name }) => name)]);
  return settings.map(({ option, label, schema, default: standard }) => {
    if (taken.has(option))
      throw new DeclarationError(`The setting "${option}" exists already; name the group otherwise.`);
    return { name: option, title: label, schema, default: standard, isOfModule: true };
  });
}

/** Injection token of the settings that plugins registered. */
export const PLUGIN_SETTINGS = Symbol('PLUGIN_SETTINGS');

export function pluginSettingFields(settings: readonly PluginSetting[]): Record<string, Field> {
  return Object.fromEntries(settings.map((setting) => [setting.name, fieldOf(setting)]));
}

function fieldOf({ title, schema, default: standard }: PluginSetting): Field {
  const { type, description = '', properties, ...rules } = schema;
  const shape = properties && { properties: () => properties as Record<string, object> };
  return {
    ...(rules as Partial<Field>),
    type,
    description,
    title,
    default: standard,
    ...shape,
    arg: { ...(rules as Partial<ValueSchema>), ...(properties && { properties }) } as NonNullable<Field['arg']>,
  };
}

/** Null where the stored value does not match its schema. */
export function shownSetting(
  { schema, default: standard }: PluginSetting,
  stored: PhpValue | undefined,
  dialect: ArgDialect,
) {
  const value = stored === undefined ? standard : phpToJs(stored);
  if (value === null || !matches(schema, value, dialect)) return null;
  return emptyAsList(sanitizeValue(value, schema, dialect));
}

/** Whether a setting may be reset: WordPress refuses where the stored value is not one of the setting. */
export function isSoundSetting({ schema }: PluginSetting, stored: PhpValue | undefined, dialect: ArgDialect): boolean {
  return stored === undefined || matches(schema, phpToJs(stored), dialect);
}

/** The value that the option gets. */
export function storedSetting({ schema, isOfModule }: PluginSetting, value: unknown, dialect: ArgDialect): PhpInput {
  if (isOfModule && schema.type === 'boolean') return sanitizeValue(value, schema, dialect) ? 1 : 0;
  return phpValue(sanitizeValue(value, schema, dialect), schema);
}

function matches(schema: MetaSchema, value: unknown, dialect: ArgDialect): boolean {
  return validateValue(value, schema, '', dialect) === undefined;
}
