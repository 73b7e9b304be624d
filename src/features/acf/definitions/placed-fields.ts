import { toText } from '../../../text/php/index.js';
import { type StoredArguments } from '../../../text/php/stored-arguments.js';
import {
  type Definitions,
  type FieldDefinition,
  type GroupDefinition,
  type LocationRule,
  MAX_DEPTH,
  MAX_FIELDS,
} from './definition.js';

/** A field at the place where it is shown; clones are replaced by what they repeat. */
export interface PlacedField {
  /** What its reference row holds. */
  readonly key: string;
  /** Name of its member, and the last part of its meta key. */
  readonly name: string;
  /** Its member in the template format, where a clone shows the names of what it repeats. */
  readonly formattedName: string;
  readonly label: string;
  readonly type: string;
  readonly settings: StoredArguments;
  readonly fields: readonly PlacedField[];
  readonly layouts: readonly PlacedLayout[];
}

export interface PlacedLayout {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  readonly fields: readonly PlacedField[];
}

export interface PlacedGroup {
  readonly key: string;
  readonly title: string;
  readonly location: readonly (readonly LocationRule[])[];
  readonly fields: readonly PlacedField[];
}

/** Types that only arrange the editor. */
const LAYOUT_TYPES = new Set(['accordion', 'message', 'tab', 'separator']);

/** Replaces clones by the fields that they repeat, and leaves out what has no value. */
export class FieldPlacement {
  readonly problems: string[] = [];
  private readonly groupsByKey = new Map<string, GroupDefinition>();
  private readonly fieldsByKey = new Map<string, FieldDefinition>();
  private count = 0;

  constructor(
    private readonly definitions: Definitions,
    /** Types that are left out. */
    private readonly without: ReadonlySet<string> = LAYOUT_TYPES,
  ) {
    for (const group of definitions.groups) {
      this.groupsByKey.set(group.key, group);
      this.index(group.fields);
    }
  }

  /** Keys of all fields. */
  get keys(): ReadonlySet<string> {
    return new Set(this.fieldsByKey.keys());
  }

  /** Active groups with their fields. */
  groups({ onlyRest }: { onlyRest: boolean }): PlacedGroup[] {
    return this.definitions.groups
      .filter(({ isActive, showInRest }) => isActive && (showInRest || !onlyRest))
      .map(({ key, title, location, fields }) => ({ key, title, location, fields: this.place(fields, [key]) }));
  }

  private index(fields: readonly FieldDefinition[]): void {
    for (const field of fields) {
      this.fieldsByKey.set(field.key, field);
      this.index(field.fields);
      for (const layout of field.layouts) this.index(layout.fields);
    }
  }

  /** `path`: the group, clones and fields around it, to recognize circles. */
  private place(fields: readonly FieldDefinition[], path: readonly string[]): PlacedField[] {
    return fields.flatMap((field) => {
      if (this.without.has(field.type) || this.definitions.missingTypes?.has(field.type)) return [];
      if (path.length > MAX_DEPTH) return [];
      if (this.count++ >= MAX_FIELDS) {
        if (this.count === MAX_FIELDS + 1)
          this.problems.push(
            `There are more than ${MAX_FIELDS} fields with those that clones repeat; others are left out.`,
          );
        return [];
      }
      if (field.type === 'clone') return this.clone(field, path);
      const inner = [...path, field.key];
      return field.name === '' && !LAYOUT_TYPES.has(field.type) ? [] : [this.placed(field, inner)];
    });
  }

  private placed(field: FieldDefinition, path: readonly string[]): PlacedField {
    const { key, name, label, type, settings } = field;
    return {
      key,
      name,
      formattedName: name,
      label,
      type,
      settings,
      fields: this.place(field.fields, path),
      layouts: field.layouts.map((layout) => ({ ...layout, fields: this.place(layout.fields, path) })),
    };
  }

  private clone(clone: FieldDefinition, path: readonly string[]): PlacedField[] {
    if (path.includes(clone.key)) {
      this.problems.push(
        `The clone field "${clone.label || clone.name}" (${clone.key}) repeats itself and is left out there.`,
      );
      return [];
    }
    const isGroup = clone.settings.text('display') === 'group';
    const prefix = clone.settings.flag('prefix_name') ? `${clone.name}_` : '';
    const repeated = this.cloned(clone).flatMap((field) => this.place([field], [...path, clone.key]));
    const fields = repeated.map((field) => ({
      ...field,
      key: isGroup ? field.key : `${clone.key}_${field.key}`,
      name: prefix + field.name,
      formattedName: isGroup ? field.name : prefix + field.name,
      label: clone.settings.flag('prefix_label') ? `${clone.label} ${field.label}` : field.label,
    }));
    if (!isGroup) return fields;
    const { key, name, label, type, settings } = clone;
    return [{ key, name, formattedName: name, label, type, settings, fields, layouts: [] }];
  }

  /** Groups stand for their fields. */
  private cloned({ settings }: FieldDefinition): FieldDefinition[] {
    return settings.texts('clone').flatMap((key) => {
      const field = this.fieldsByKey.get(toText(key));
      return field ? [field] : (this.groupsByKey.get(key)?.fields ?? []);
    });
  }
}
