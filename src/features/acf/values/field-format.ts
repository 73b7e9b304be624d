import { PhpArray, phpToJs, type PhpValue } from '../../../text/php/index.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { type ItemValues, isEmpty, type PlainValue, textOf, toNumbers } from './item-values.js';
import { layoutMetaKey, layoutMetaOf, rowMembers } from './layout-meta.js';

/** Reads the value of a field. `prefix` is what its meta key begins with. */
export type Reader<P> = (values: ItemValues, prefix: string, page: P) => unknown;

/** Fields with how each is read, compiled once. */
export type CompiledFields<P> = readonly (readonly [member: string, read: Reader<P>])[];

/** The value as the plugin loads it: the first row of the key, or the default. */
export function loader({ name, settings, type }: PlacedField): (values: ItemValues, prefix: string) => PlainValue {
  const fallback = defaultOf(settings.has('default_value') ? settings.value('default_value') : DEFAULTS.get(type));
  if (fallback === null) return (values, prefix) => values.get(prefix + name);
  return (values, prefix) => values.get(prefix + name) ?? fallback;
}

/** Defaults of types whose settings lack one, as in hand-written definitions. */
const DEFAULTS = new Map<string, PhpValue>([
  ...['text', 'textarea', 'number', 'range', 'email', 'url', 'wysiwyg', 'color_picker', 'radio', 'button_group'].map(
    (type) => [type, ''] as const,
  ),
  ['true_false', 0],
  ['select', false],
  ['checkbox', new PhpArray()],
]);

function defaultOf(value: PhpValue | undefined): PlainValue {
  return value === undefined ? null : phpToJs(value);
}

/** The first of a list, for fields that hold one value. */
export function single(value: PlainValue): PlainValue {
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

export function readAll<P>(fields: CompiledFields<P>, values: ItemValues, prefix: string, page: P) {
  const members: Record<string, unknown> = {};
  for (const [member, read] of fields) members[member] = read(values, prefix, page);
  return members;
}

export interface CompileOptions {
  /** What fields without rows show. */
  readonly empty: null | false;
  /** Whether rows that an editor has switched off are shown, too, with what is stored of them. */
  readonly hasDisabledRows?: boolean;
}

/** The readers of a set of fields, with what fields with fields of their own have in common. */
export function compile<P>(
  fields: readonly PlacedField[],
  memberOf: (field: PlacedField) => string,
  readerOf: (field: PlacedField) => Reader<P>,
  { empty, hasDisabledRows = false }: CompileOptions,
): CompiledFields<P> {
  const compileAll = (inner: readonly PlacedField[]): CompiledFields<P> =>
    inner.map((field) => [memberOf(field), nested(field) ?? readerOf(field)] as const);

  const nested = (field: PlacedField): Reader<P> | undefined => {
    const { name, type } = field;
    if (type === 'group' || type === 'clone') {
      const inner = compileAll(field.fields);
      // The names of a clone are those of what it repeats, with its prefix if it has one.
      const below = type === 'group' ? `${name}_` : '';
      return (values, prefix, page) =>
        inner.length === 0
          ? empty === false
            ? false
            : values.get(prefix + name)
          : readAll(inner, values, prefix + below, page);
    }
    if (type === 'repeater') {
      const inner = compileAll(field.fields);
      return (values, prefix, page) => {
        const count = values.rowCount(prefix + name);
        if (count === 0 || inner.length === 0) return empty;
        const rows: unknown[] = [];
        for (let row = 0; row < count; row++) rows.push(readAll(inner, values, `${prefix}${name}_${row}_`, page));
        return rows;
      };
    }
    if (type === 'flexible_content') {
      const layouts = new Map(field.layouts.map((layout) => [layout.name, compileAll(layout.fields)]));
      return (values, prefix, page) => {
        const names = values.get(prefix + name);
        if (isEmpty(names) || typeof names !== 'object') return empty;
        const meta = layoutMetaOf(values.get(layoutMetaKey(prefix + name)));
        const rows: (readonly [string, unknown])[] = [];
        for (const [index, layout] of Object.entries(names!)) {
          if (!hasDisabledRows && meta.disabled.has(index)) continue;
          const inner = layouts.get(textOf(layout)) ?? [];
          const row = { acf_fc_layout: layout, ...readAll(inner, values, `${prefix}${name}_${index}_`, page) };
          rows.push([index, hasDisabledRows ? { ...row, ...rowMembers(meta, index) } : row]);
        }
        // PHP keeps the positions of the others, so its list becomes an object.
        return rows.every(([index], position) => index === String(position))
          ? rows.map(([, row]) => row)
          : Object.fromEntries(rows);
      };
    }
    return undefined;
  };
  return compileAll(fields);
}

/** The terms of a taxonomy field, as the plugin loads them. */
export function termLoader(field: PlacedField): (values: ItemValues, prefix: string) => PlainValue {
  const { settings } = field;
  const load = loader(field);
  const loadsAssigned = settings.flag('load_terms');
  const taxonomy = settings.text('taxonomy') || 'category';
  const isSingle = ['select', 'radio'].includes(settings.text('field_type'));
  return (values, prefix) => {
    let ids = idList(load(values, prefix));
    if (loadsAssigned) {
      const assigned = values.terms?.get(taxonomy) ?? [];
      if (assigned.length === 0) return false;
      const position = (id: number) => Math.max(0, ids.indexOf(id));
      ids = [...assigned].sort((a, b) => position(a) - position(b) || a - b);
    }
    return isSingle ? (ids[0] ?? null) : ids;
  };
}

function idList(value: PlainValue): number[] {
  const numbers = toNumbers(value === null || value === '' || value === false ? [] : value);
  const list = typeof numbers === 'object' && numbers !== null ? Object.values(numbers) : [numbers];
  return list.filter((id): id is number => typeof id === 'number');
}
