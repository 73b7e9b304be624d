import { FULL_SCHEMA, sanitizeValue, validateValue, type ValueSchema } from '../../../rest/args/index.js';
import { isMap, isUnset } from '../../../text/index.js';
import { fieldSchema } from '../acf-schema.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { ROW_DISABLED, ROW_LABEL } from '../values/layout-meta.js';

type Values = Readonly<Record<string, unknown>>;

/** What is wrong with the values of a form, by their paths. */
export type FormIssues = Map<string, string>;

/**
 * The values of a form as they are stored: an empty field is an empty text, as in the editor of the plugin, where the REST API
 * would delete the value and bring its default back. Each value is validated by the schema of its field.
 */
export function formValues(
  fields: readonly PlacedField[],
  values: Values,
  issues: FormIssues,
  { path = '', isRow = false }: { path?: string; isRow?: boolean } = {},
): Record<string, unknown> {
  const sent = fields.filter(({ name }) => isRow || Object.hasOwn(values, name));
  return Object.fromEntries(
    sent.map((field) => {
      const own = path === '' ? field.name : `${path}[${field.name}]`;
      return [field.name, formValue(field, values[field.name], own, issues)];
    }),
  );
}

function formValue(field: PlacedField, value: unknown, path: string, issues: FormIssues): unknown {
  const { type } = field;
  if (type === 'group' || type === 'clone')
    return formValues(field.fields, isMap(value) ? value : {}, issues, { path, isRow: true });
  if (type === 'repeater' || type === 'flexible_content') return rowsOf(field, value, path, issues);
  if (type === 'true_false') return value === true || value === 1 || value === '1';
  if (isUnset(value) || isUnset(mainPart(type, value))) return '';
  const schema = { ...fieldSchema(field), required: false } as ValueSchema;
  const issue = validateValue(value, schema, field.label || field.name, FULL_SCHEMA);
  if (issue) issues.set(path, issue.message);
  if (issue) return value;
  const clean = sanitizeValue(value, schema, FULL_SCHEMA);
  return type === 'link' ? { title: '', url: '', target: '', ...(clean as Values) } : clean;
}

/** The part without which a value is none. */
function mainPart(type: string, value: unknown): unknown {
  const part = MAIN_PARTS.get(type);
  return part === undefined || !isMap(value) ? value : value[part];
}

const MAIN_PARTS = new Map([
  ['link', 'url'],
  ['google_map', 'lat'],
  ['icon_picker', 'value'],
]);

function rowsOf(field: PlacedField, value: unknown, path: string, issues: FormIssues): unknown[] {
  const rows = (Array.isArray(value) ? (value as unknown[]) : []).filter(isMap) as Values[];
  const { settings, label } = field;
  const [min, max] = [settings.number('min'), settings.number('max')];
  if (rows.length > 0 && min && rows.length < min) issues.set(path, `${label} needs at least ${min} rows.`);
  if (max && rows.length > max) issues.set(path, `${label} has at most ${max} rows.`);
  return rows.map((row, index) => {
    const below = { path: `${path}[${index}]`, isRow: true };
    if (field.type === 'repeater') return formValues(field.fields, row, issues, below);
    const layout = field.layouts.find(({ name }) => name === row.acf_fc_layout);
    if (!layout) issues.set(below.path, `${label} has no such layout.`);
    const { acf_fc_layout: name, [ROW_DISABLED]: isDisabled, [ROW_LABEL]: ownLabel } = row;
    const own = { acf_fc_layout: name, [ROW_DISABLED]: isDisabled === true, [ROW_LABEL]: ownLabel };
    return { ...own, ...formValues(layout?.fields ?? [], row, issues, below) };
  });
}
