import { maybeUnserialize, PhpArray, PhpFloat, type PhpInput, toStored } from '../../../text/php/index.js';
import { isMap } from '../../../text/index.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { layoutMetaKey, layoutMetaWith } from '../values/layout-meta.js';

/** The rows of one item that a write changes, in the order in which the plugin writes them. */
export class ValueChanges {
  /** Texts by key; undefined deletes the row. */
  readonly rows = new Map<string, string | undefined>();
  /** Terms to assign, by taxonomy. */
  readonly terms = new Map<string, number[]>();
  /** Attachments that belong to the item from now on, if they belong to none. */
  readonly attachments = new Set<number>();

  /** `stored`: the present rows of the item. `filter`: what is left of a text. */
  constructor(
    private readonly stored: ReadonlyMap<string, string>,
    private readonly filter: (text: string) => string,
  ) {}

  /** The fields that the values name, in the order of the values. `all`: also those that a key alone names. */
  setNamed(
    fields: readonly PlacedField[],
    all: readonly PlacedField[],
    values: Readonly<Record<string, unknown>>,
  ): void {
    for (const [name, value] of Object.entries(values)) {
      const field = fields.find((field) => field.name === name) ?? all.find((field) => field.key === name);
      if (field && value !== undefined) this.set(field, '', value);
    }
  }

  private set(field: PlacedField, prefix: string, value: unknown): void {
    const key = prefix + field.name;
    switch (field.type) {
      case 'group':
        return this.setGroup(field, key, `${key}_`, value);
      case 'clone':
        return this.setGroup(field, key, prefix, value);
      case 'repeater':
        return this.setRows(field, key, value);
      case 'flexible_content':
        return this.setLayouts(field, key, value);
      case 'taxonomy':
        if (field.settings.flag('save_terms'))
          this.terms.set(field.settings.text('taxonomy') || 'category', numbersOf(value));
        break;
      case 'image':
      case 'file':
      case 'gallery':
        for (const id of numbersOf(value)) this.attachments.add(id);
    }
    const stored = storedValue(field, value, this.filter);
    if (stored === undefined) this.delete(field, prefix);
    else this.write(field, key, toStored(stored));
  }

  private write({ key: reference }: PlacedField, key: string, text: string): void {
    this.rows.set(key, text);
    this.rows.set(`_${key}`, reference);
  }

  private setGroup(field: PlacedField, key: string, below: string, value: unknown): void {
    if (!isMap(value))
      return this.delete(field, below.slice(0, below.length - (field.type === 'group' ? field.name.length + 1 : 0)));
    for (const inner of field.fields) {
      const found = memberOf(value, inner);
      if (found !== undefined) this.set(inner, below, found);
    }
    this.write(field, key, '');
  }

  private setRows(field: PlacedField, key: string, value: unknown): void {
    const rows = Array.isArray(value) ? (value as unknown[]) : [];
    for (const [index, row] of rows.entries()) this.setRow(field.fields, `${key}_${index}_`, row);
    for (let index = rows.length; index < this.rowCount(key); index++) this.deleteAll(field.fields, `${key}_${index}_`);
    this.write(field, key, rows.length === 0 ? '' : String(rows.length));
  }

  private setRow(fields: readonly PlacedField[], prefix: string, row: unknown): void {
    if (!isMap(row)) return;
    for (const inner of fields) {
      const found = memberOf(row, inner);
      if (found !== undefined) this.set(inner, prefix, found);
    }
  }

  private setLayouts(field: PlacedField, key: string, value: unknown): void {
    const rows = (Array.isArray(value) ? value : []).filter(isMap) as Readonly<Record<string, unknown>>[];
    const names = rows.map((row) => String(row.acf_fc_layout));
    const fieldsOf = (name: string | undefined) => field.layouts.find((layout) => layout.name === name)?.fields ?? [];
    for (const [index, before] of this.layoutsOf(key).entries())
      if (names[index] !== before) this.deleteAll(fieldsOf(before), `${key}_${index}_`);
    for (const [index, row] of rows.entries()) this.setRow(fieldsOf(names[index]), `${key}_${index}_`, row);
    const metaKey = layoutMetaKey(key);
    const meta = layoutMetaWith(this.stored.get(metaKey), rows);
    if (meta !== undefined) this.rows.set(metaKey, toStored(meta));
    this.write(field, key, names.length === 0 ? '' : toStored(names));
  }

  private deleteAll(fields: readonly PlacedField[], prefix: string): void {
    for (const field of fields) this.delete(field, prefix);
  }

  private delete(field: PlacedField, prefix: string): void {
    const key = prefix + field.name;
    if (field.type === 'group') this.deleteAll(field.fields, `${key}_`);
    if (field.type === 'clone') this.deleteAll(field.fields, prefix);
    if (field.type === 'repeater')
      for (let index = 0; index < this.rowCount(key); index++) this.deleteAll(field.fields, `${key}_${index}_`);
    if (field.type === 'flexible_content') {
      for (const [index, name] of this.layoutsOf(key).entries())
        this.deleteAll(field.layouts.find((layout) => layout.name === name)?.fields ?? [], `${key}_${index}_`);
      this.rows.set(layoutMetaKey(key), undefined);
    }
    this.rows.set(key, undefined);
    this.rows.set(`_${key}`, undefined);
  }

  private rowCount(key: string): number {
    const count = Number(this.stored.get(key) ?? 0);
    return Number.isSafeInteger(count) && count > 0 ? Math.min(count, MAX_DELETED) : 0;
  }

  private layoutsOf(key: string): string[] {
    const value = maybeUnserialize(this.stored.get(key) ?? '');
    return value instanceof PhpArray ? [...value.values()].map(String) : [];
  }
}

/** A count that a broken row names must not cost more than the rows of an item can be. */
const MAX_DELETED = 10_000;

/** A value by the names under which the plugin knows a field. */
function memberOf(row: Readonly<Record<string, unknown>>, { name, formattedName, key }: PlacedField): unknown {
  for (const member of [key, name, formattedName]) if (Object.hasOwn(row, member)) return row[member];
  return undefined;
}

function numbersOf(value: unknown): number[] {
  return [value]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** What a row holds; undefined deletes it. */
function storedValue({ type }: PlacedField, value: unknown, filter: (text: string) => string): PhpInput | undefined {
  // These two always hold something: an empty text for none.
  if (type === 'link' || type === 'google_map')
    return isEmptyMap(value, type) ? '' : (filtered(value, filter) as PhpInput);
  if (value === null) return undefined;
  if (type === 'taxonomy' && value !== '') return Array.isArray(value) ? value.map(Number) : Number(value);
  if (Array.isArray(value))
    return value.map((item) => (TEXT_LISTS.has(type) ? filter(String(item)) : (filtered(item, filter) as PhpInput)));
  return filtered(value, filter) as PhpInput;
}

/** Types whose lists hold texts, also of numbers. */
const TEXT_LISTS = new Set(['checkbox', 'select', 'gallery', 'post_object', 'relationship', 'page_link', 'user']);

function isEmptyMap(value: unknown, type: string): boolean {
  return !isMap(value) || (type === 'link' && !value.url);
}

function filtered(value: unknown, filter: (text: string) => string): unknown {
  if (typeof value === 'string') return filter(value);
  if (typeof value === 'number' && !Number.isInteger(value)) return new PhpFloat(value);
  if (Array.isArray(value)) return value.map((item) => filtered(item, filter));
  if (isMap(value))
    return PhpArray.map(Object.entries(value).map(([key, item]) => [key, filtered(item, filter) as never] as const));
  return value;
}
