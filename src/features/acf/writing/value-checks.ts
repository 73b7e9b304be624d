import { ArgIssue } from '../../../rest/args/index.js';
import { choicesOf } from '../acf-schema.js';
import { type PlacedField } from '../definitions/placed-fields.js';

/** Objects that values name, as far as they exist. */
export interface NamedObjects {
  /** Types and kinds of files of entries. */
  readonly entries: ReadonlyMap<number, { readonly type: string; readonly mimeType: string; readonly file: string }>;
  readonly roles: ReadonlyMap<number, readonly string[]>;
}

/** IDs of entries and users that the values of a request name. */
export function namedIds(
  fields: readonly PlacedField[],
  values: Readonly<Record<string, unknown>>,
): { readonly entries: number[]; readonly users: number[] } {
  const entries: number[] = [];
  const users: number[] = [];
  for (const field of fields) {
    const ids = idsIn(values[field.name]);
    if (field.type === 'user') users.push(...ids);
    else if (ENTRY_TYPES.has(field.type)) entries.push(...ids);
  }
  return { entries, users };
}

const ENTRY_TYPES = new Set(['post_object', 'relationship', 'image', 'file', 'gallery']);

function idsIn(value: unknown): number[] {
  return [value]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** What the plugin checks beyond the schema; only of fields of the first level. */
export function checkValue(field: PlacedField, value: unknown, objects: NamedObjects): ArgIssue | undefined {
  const name = `acf[${field.name}]`;
  const issue = (message: string, data: unknown = value) =>
    new ArgIssue(`${name}${message}`, 'rest_invalid_param', { param: name, value: data });
  const { type, settings } = field;
  if (type === 'repeater' || type === 'flexible_content') {
    if (value === null) return new ArgIssue(`${name} must be of type array or null.`, 'rest_invalid_param', name);
    return type === 'flexible_content' ? checkLayouts(field, value, issue) : undefined;
  }
  if (value === null || value === undefined) return undefined;
  switch (type) {
    case 'select': {
      const choices = choicesOf(field);
      const isOffered = [value].flat().every((choice) => choices.includes(choice as string | number));
      return isOffered ? undefined : issue(` is not one of ${[...new Set(choices.map(String))].join(', ')}`);
    }
    case 'image':
    case 'file': {
      const id = Number(value);
      const file = objects.entries.get(id);
      if (file?.type !== 'attachment') return issue(' requires a valid attachment ID.');
      const endings = settings
        .text('mime_types')
        .split(/\s*,\s*/)
        .filter(Boolean);
      const isAllowed = endings.length === 0 || endings.some((ending) => isOfKind(file, ending));
      return isAllowed ? undefined : issue(` - File type must be ${endings.join(' or ')}.`);
    }
    case 'post_object':
    case 'relationship': {
      if (value === '' || value === 0) return undefined;
      const ids = [value].flat() as unknown[];
      const types = settings.texts('post_type');
      for (const id of ids) {
        const entry = objects.entries.get(Number(id));
        if (!entry) return issue(' must have a valid post ID.', ids);
        if (types.length > 0 && !types.includes(entry.type))
          return issue(` must be of one of the following post types: ${types.join(', ')}`, ids);
      }
      return undefined;
    }
    case 'user': {
      const ids = [value].flat() as unknown[];
      const roles = settings.texts('role');
      for (const id of ids) {
        const held = objects.roles.get(Number(id));
        if (!held) return issue(' must have a valid user ID.', ids);
        if (roles.length > 0 && !roles.some((role) => held.includes(role)))
          return issue(` must have a user with one of the following roles: ${roles.join(', ')}`, ids);
      }
      return undefined;
    }
    default:
      return undefined;
  }
}

function isOfKind({ mimeType, file }: { readonly mimeType: string; readonly file: string }, ending: string): boolean {
  const [, subtype = ''] = mimeType.split('/');
  const allowed = ending.toLowerCase();
  return file.toLowerCase().endsWith(`.${allowed}`) || subtype === allowed || (allowed === 'jpg' && subtype === 'jpeg');
}

function checkLayouts(
  { name, layouts }: PlacedField,
  value: unknown,
  issue: (message: string) => ArgIssue,
): ArgIssue | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const used = (value as readonly { readonly acf_fc_layout?: unknown }[]).map((row) => row?.acf_fc_layout);
  for (const { name: layout, min, max } of layouts) {
    const count = used.filter((name) => name === layout).length;
    if (min !== undefined && count < min)
      return issue(` must contain at least ${min} ${layout} layout${min === 1 ? '' : 's'}.`);
    if (max !== undefined && count > max)
      return issue(` must contain at most ${max} ${layout} layout${max === 1 ? '' : 's'}.`);
  }
  void name;
  return undefined;
}
