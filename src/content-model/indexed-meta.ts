import { type RowCondition, type RowConditions } from '../database/engine/row-conditions.js';
import { entriesWithMeta, type MetaTest, sortedByMeta } from '../database/meta-values.js';
import { asList, isMap } from '../text/php/php-values.js';
import { type FilterDeclaration, type OrderDeclaration } from './declared-queries.js';
import { type MetaField, type MetaObject } from './meta-fields.js';

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
type Comparison = keyof typeof OPERATORS;
const NAMES = Object.keys(OPERATORS).join(', ');
const METHODS = { '>': 'above', '>=': 'from', '<': 'below', '<=': 'to' } as const;

export const isNumeric = ({ schema }: Pick<MetaField, 'schema'>) =>
  ['integer', 'number', 'boolean'].includes(schema.type);

/** The parameter `meta` of lists of types with indexed keys, and the values of `orderby` for those with one value. */
export function indexedMeta(model: {
  readonly restTypes: readonly { readonly name: string }[];
  metaOf(object: MetaObject, subtype?: string): readonly MetaField[];
}): {
  filters: FilterDeclaration[];
  orders: OrderDeclaration[];
} {
  const types = model.restTypes.flatMap(({ name }) => {
    const fields = model.metaOf('post', name).filter(({ indexed, read }) => indexed && read === undefined);
    return fields.length > 0 && name !== 'attachment' ? [{ name, fields }] : [];
  });
  return {
    filters: types.map(({ name, fields }) => metaFilter(name, fields)),
    orders: types.flatMap(({ name, fields }) =>
      fields.filter(({ single }) => single).map((field) => metaOrder(name, field)),
    ),
  };
}

function metaFilter(type: string, fields: readonly MetaField[]): FilterDeclaration {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return {
    on: [type],
    name: 'meta',
    schema: {
      type: 'object',
      additionalProperties: true,
      description:
        'Limit to entries by meta: `meta[name]=value`, `meta[name][]=…` for one of several values, and ' +
        `\`meta[name][gte]=…\` (${NAMES}). Names: ${[...byName.keys()].join(', ')}.`,
    },
    check: (value) => problemOf(value, byName),
    candidates: (value, tables) =>
      Object.entries(value as Record<string, unknown>).flatMap(([name, test]) => {
        const field = byName.get(name)!;
        const tests = testsOf(field, test);
        // What is not stored is false.
        if (field.schema.type === 'boolean' && tests.some(({ values }) => values.includes(0))) return [];
        return [entriesWithMeta(tables, field.key, columnOf(field), tests)];
      }),
    where: (value, conditions) =>
      conditions.all(
        ...Object.entries(value as Record<string, unknown>).map(([name, test]) =>
          conditionOf(byName.get(name)!, test, conditions),
        ),
      ),
  };
}

function problemOf(value: unknown, fields: ReadonlyMap<string, MetaField>): string | undefined {
  if (!isMap(value)) return 'meta must be an object: meta[name]=value.';
  for (const [name, test] of Object.entries(value)) {
    const field = fields.get(name);
    if (!field) return `meta[${name}] is not indexed. Indexed keys: ${[...fields.keys()].join(', ')}.`;
    const unknown = isMap(test) ? Object.keys(test).find((operator) => !Object.hasOwn(OPERATORS, operator)) : undefined;
    if (unknown !== undefined) return `meta[${name}][${unknown}] is not a comparison. Use ${NAMES}.`;
    const values = isMap(test) ? Object.values(test) : (asList(test) ?? [test]);
    const wrong = values.find((value) => compared(field, value) === undefined);
    if (wrong !== undefined) return `meta[${name}] must be compared with ${field.schema.type} values.`;
  }
  return undefined;
}

const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['1', 1],
  ['false', 0],
  ['0', 0],
]);

/** A value as the index has it; undefined if it is none. */
function compared(field: MetaField, value: unknown): string | number | undefined {
  if (typeof value === 'object' || value === undefined) return undefined;
  const text = String(value as string | number | boolean);
  if (field.schema.type === 'boolean') return BOOLEANS.get(text.toLowerCase());
  if (!isNumeric(field)) return text;
  return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

function testsOf(field: MetaField, test: unknown): MetaTest[] {
  if (!isMap(test))
    return [{ operator: '=', values: (asList(test) ?? [test]).map((value) => compared(field, value)!) }];
  return Object.entries(test).map(([name, value]) => ({
    operator: OPERATORS[name as Comparison],
    values: [compared(field, value)!],
  }));
}

const columnOf = (field: MetaField): 'number' | 'text' => (isNumeric(field) ? 'number' : 'text');

function conditionOf(field: MetaField, test: unknown, conditions: RowConditions): RowCondition {
  const meta = conditions.meta(field.key);
  return conditions.all(
    ...testsOf(field, test).map(({ operator, values }) => {
      const isFalse = field.schema.type === 'boolean' && operator === '=' && values.includes(0);
      if (!isFalse) return operator === '=' ? meta.equal(values) : meta[METHODS[operator]](values[0]!);
      // False is stored as an empty text, or not at all.
      return values.includes(1) ? conditions.all() : conditions.not(meta.equal([1]));
    }),
  );
}

/** In the order of the index. */
function metaOrder(type: string, field: MetaField): OrderDeclaration {
  const column = columnOf(field);
  return {
    on: [type],
    name: `meta.${field.name}`,
    by: () => `sorted.${column}`,
    rows: (tables) => sortedByMeta(tables, field.key, column),
  };
}
