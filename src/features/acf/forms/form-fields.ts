import { type ContentModel } from '../../../content-model/index.js';
import { type Condition, isMap, isShown, isUnset, type JsonRecord } from '../../../text/index.js';
import { PhpArray } from '../../../text/php/index.js';
import { StoredArguments } from '../../../text/php/stored-arguments.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { ROW_DISABLED, ROW_LABEL } from '../values/layout-meta.js';

/** The member of items that has the values of forms. */
export const FORM_MEMBER = 'acf_form';

/** A field as forms show it: what the console calls a field specification. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** Title of the tab that has it. */
  readonly tab?: string;
  readonly when?: readonly (readonly Condition[])[];
  /** `kind` and what belongs to it. */
  readonly control: JsonRecord;
}

/** The fields of a form, in their order. `around`: those that fields inside of groups and rows may depend on, too. */
export function formFields(
  fields: readonly PlacedField[],
  model: ContentModel,
  around: readonly PlacedField[] = [],
): FormField[] {
  const scope = [...fields, ...around];
  const found: FormField[] = [];
  let tab = '';
  for (const [index, field] of fields.entries()) {
    const { type, settings, label, name } = field;
    if (type === 'tab') tab = settings.flag('endpoint') ? '' : label;
    if (type === 'tab' || type === 'separator' || type === 'accordion') continue;
    const when = conditionsOf(field, scope);
    const help = settings.text('instructions');
    found.push({
      name: type === 'message' ? `message ${index}` : name,
      label: label || name,
      control: controlOf(field, model, scope),
      ...(help !== '' && { help }),
      ...(settings.flag('required') && { required: true }),
      ...(tab !== '' && { tab }),
      ...(when && { when }),
    });
  }
  return found;
}

/** Paths of the fields that lack a value although one is required and they are shown. */
export function missingValues(
  fields: readonly PlacedField[],
  values: Readonly<Record<string, unknown>>,
  path = '',
  { around = [], scope = {} }: { around?: readonly PlacedField[]; scope?: Readonly<Record<string, unknown>> } = {},
): string[] {
  const seen = { ...scope, ...values };
  const all = [...fields, ...around];
  return fields.flatMap((field) => {
    if (!isShown(conditionsOf(field, all), seen)) return [];
    const value = values[field.name];
    const own = path === '' ? field.name : `${path}[${field.name}]`;
    const isContainer = field.type === 'group' || field.type === 'clone';
    if (isUnset(value) && !isContainer) return field.settings.flag('required') ? [own] : [];
    const inside = { around: all, scope: seen };
    if (isContainer) return missingValues(field.fields, isMap(value) ? value : {}, own, inside);
    if (!Array.isArray(value)) return [];
    return value.flatMap((row: unknown, index) => {
      // What is switched off is not published.
      if (!isMap(row) || row[ROW_DISABLED] === true) return [];
      const rowFields = field.layouts.find(({ name }) => name === row.acf_fc_layout)?.fields ?? field.fields;
      return missingValues(rowFields, row, `${own}[${index}]`, inside);
    });
  });
}

/** A rule names a field by its key, which clones put theirs in front of. */
function conditionsOf({ settings }: PlacedField, scope: readonly PlacedField[]): Condition[][] | undefined {
  const stored = settings.value('conditional_logic');
  if (!(stored instanceof PhpArray)) return undefined;
  const groups = [...stored.values()].flatMap((group) => {
    if (!(group instanceof PhpArray)) return [];
    const conditions = [...group.values()].flatMap((condition) => {
      const rule = new StoredArguments(condition);
      const key = rule.text('field');
      const controlling = scope.find((field) => field.key === key || field.key.endsWith(`_${key}`));
      return controlling ? [conditionOf(controlling, rule.text('operator'), rule.text('value'))] : [];
    });
    return conditions.length > 0 ? [conditions] : [];
  });
  return groups.length > 0 ? groups : undefined;
}

function conditionOf(controlling: PlacedField, operator: string, value: string): Condition {
  const field = controlling.name;
  const isList = holdsList(controlling);
  if (operator === '==empty') return { field, is: 'unset' };
  if (operator === '!=empty') return { field, is: 'set' };
  if (operator === '==pattern') return { field, is: 'matches', value };
  if (operator === '==contains') return { field, is: 'contains', value };
  if (operator === '!=contains') return { field, is: 'lacks', value };
  if (operator === '>') return { field, is: 'above', value };
  if (operator === '<') return { field, is: 'below', value };
  const isEqual = operator !== '!=';
  if (controlling.type === 'true_false') return { field, is: isEqual === (value === '1') ? 'set' : 'unset' };
  if (isList) return { field, is: isEqual ? 'contains' : 'lacks', value };
  return { field, is: isEqual ? 'equal' : 'unequal', value };
}

function holdsList({ type, settings }: PlacedField): boolean {
  if (type === 'checkbox' || type === 'relationship' || type === 'gallery') return true;
  if (type === 'taxonomy') return !isSingleTerm(settings);
  return settings.flag('multiple');
}

const isSingleTerm = (settings: StoredArguments): boolean => ['select', 'radio'].includes(settings.text('field_type'));

function controlOf(field: PlacedField, model: ContentModel, scope: readonly PlacedField[]): JsonRecord {
  const { type, settings } = field;
  const bounds = defined({ min: settings.number('min'), max: settings.number('max') });
  const ofEntries = (isMany: boolean) => ({
    kind: 'relation',
    isMany,
    to: entryTargets(settings.texts('post_type'), model),
    ...bounds,
  });
  switch (type) {
    case 'text':
      return { kind: 'text', ...defined({ maxLength: settings.number('maxlength') }) };
    case 'email':
    case 'url':
    case 'password':
      return { kind: 'text', type };
    case 'oembed':
      return { kind: 'text', type: 'url' };
    case 'textarea':
      return { kind: 'textarea', rows: settings.number('rows') ?? 4 };
    case 'wysiwyg':
      return { kind: 'textarea', rows: 8 };
    case 'number':
      return { kind: 'number', step: settings.number('step') ?? 'any', ...bounds };
    case 'range':
      return { kind: 'number', step: settings.number('step') ?? 1, min: 0, max: 100, ...bounds };
    case 'true_false':
      return { kind: 'checkbox' };
    case 'select':
    case 'radio':
    case 'button_group':
    case 'checkbox':
      return {
        kind: 'choice',
        options: choicesOf(settings),
        isMany: type === 'checkbox' || settings.flag('multiple'),
        isOptional: type !== 'checkbox' && settings.flag('allow_null'),
      };
    case 'date_picker':
      return { kind: 'date', stored: 'digits' };
    case 'date_time_picker':
      return { kind: 'datetime', stored: 'spaced' };
    case 'time_picker':
      return { kind: 'time', stored: 'seconds' };
    case 'color_picker':
      return settings.flag('enable_opacity') ? { kind: 'text' } : { kind: 'color' };
    case 'link':
    case 'google_map':
    case 'icon_picker':
      return { kind: PARTS.get(type)! };
    case 'image':
    case 'file':
    case 'gallery':
      return {
        kind: 'media',
        isMany: type === 'gallery',
        onlyImages: type === 'image',
        ...(type === 'gallery' && bounds),
      };
    case 'relationship':
      return ofEntries(true);
    case 'post_object':
    case 'page_link':
      return ofEntries(settings.flag('multiple'));
    case 'user':
      return {
        kind: 'relation',
        isMany: settings.flag('multiple'),
        to: [{ route: 'wp/v2/users', label: field.label, kind: 'user' }],
      };
    case 'taxonomy':
      return {
        kind: 'relation',
        isMany: !isSingleTerm(settings),
        to: termTargets(settings.text('taxonomy') || 'category', model),
      };
    case 'group':
    case 'clone':
      return { kind: 'group', fields: formFields(field.fields, model, scope) };
    case 'repeater':
      return {
        kind: 'rows',
        fields: formFields(field.fields, model, scope),
        ...bounds,
        ...(settings.text('button_label') !== '' && { add: settings.text('button_label') }),
      };
    case 'flexible_content':
      return {
        kind: 'layouts',
        member: 'acf_fc_layout',
        disabled: ROW_DISABLED,
        ownLabel: ROW_LABEL,
        layouts: field.layouts.map(({ name, label, max, fields }) => ({
          name,
          label: label || name,
          fields: formFields(fields, model, scope),
          ...defined({ max }),
        })),
        ...bounds,
      };
    case 'message':
      return { kind: 'note', text: settings.text('message') };
    default:
      return { kind: 'json' };
  }
}

/** Values that consist of parts. */
const PARTS = new Map([
  ['link', 'link'],
  ['google_map', 'place'],
  ['icon_picker', 'icon'],
]);

/** Zero stands for no bound. */
function defined(numbers: Readonly<Record<string, number | undefined>>): JsonRecord {
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number));
}

function choicesOf(settings: StoredArguments): JsonRecord[] {
  const choices = settings.value('choices');
  if (!(choices instanceof PhpArray)) return [];
  return [...settings.nested('choices').entries()].map(([value, label]) => ({ value, label: label || value }));
}

function entryTargets(named: readonly string[], model: ContentModel): JsonRecord[] {
  const types = model.restTypes.filter(({ name, hasOwnRoutes, viewable }) =>
    named.length > 0 ? named.includes(name) : viewable && (!hasOwnRoutes || name === 'attachment'),
  );
  return types.map(({ route, label }) => ({ route: route.replace(/^\//, ''), label, kind: 'entry' }));
}

function termTargets(taxonomy: string, model: ContentModel): JsonRecord[] {
  const found = model.restTaxonomies.find(({ name }) => name === taxonomy);
  return found ? [{ route: found.route.replace(/^\//, ''), label: found.label, kind: 'term' }] : [];
}
