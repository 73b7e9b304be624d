import { type StoredArguments } from '../../../text/php/stored-arguments.js';

/** A field of the plugin, as it is defined. */
export interface FieldDefinition {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly settings: StoredArguments;
  /** Fields of groups and repeaters. */
  readonly fields: readonly FieldDefinition[];
  /** Layouts of flexible content. */
  readonly layouts: readonly LayoutDefinition[];
}

export interface LayoutDefinition {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  readonly fields: readonly FieldDefinition[];
}

/** A condition of a group's location. */
export interface LocationRule {
  readonly param: string;
  readonly isNegated: boolean;
  readonly value: string;
}

export interface GroupDefinition {
  readonly key: string;
  readonly title: string;
  readonly order: number;
  readonly isActive: boolean;
  readonly showInRest: boolean;
  /** Alternatives, each a list of conditions that all apply. */
  readonly location: readonly (readonly LocationRule[])[];
  readonly fields: readonly FieldDefinition[];
  readonly settings: StoredArguments;
  /** Where it was read, for messages. */
  readonly origin: string;
}

/** A page whose fields are options. */
export interface OptionsPageDefinition {
  readonly slug: string;
  readonly title: string;
  readonly capability: string;
  /** What the names of its options begin with. */
  readonly prefix: string;
  readonly settings: StoredArguments;
}

export interface Definitions {
  /** In the order in which their fields are shown. */
  readonly groups: readonly GroupDefinition[];
  readonly pages: readonly OptionsPageDefinition[];
  /** Sentences about what could not be read or is left out. */
  readonly problems: readonly string[];
  /** Types of fields that the site's edition of the plugin does not have. */
  readonly missingTypes?: ReadonlySet<string>;
}

/** How deep fields may be nested, and how many there may be with those that clones repeat. */
export const MAX_DEPTH = 50;
export const MAX_FIELDS = 10_000;
