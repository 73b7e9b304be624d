import { type Database } from '../../src/database/database.js';
import { Post } from '../../src/database/entities/index.js';
import { PhpArray, type PhpValue, serialize } from '../../src/text/php/index.js';

export type PlainSetting =
  | string
  | number
  | boolean
  | null
  | readonly PlainSetting[]
  | { readonly [key: string]: PlainSetting };

export interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly settings?: Readonly<Record<string, PlainSetting>>;
  readonly fields?: readonly FieldRow[];
}

export interface GroupRow {
  readonly title: string;
  readonly location: PlainSetting;
  readonly fields: readonly FieldRow[];
  /** Whether the REST API does not show it. */
  readonly isHidden?: boolean;
}

/** A PHP value as the plugin stores it. */
export function php(value: PlainSetting): PhpValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return PhpArray.list((value as readonly PlainSetting[]).map(php));
  return PhpArray.map(Object.entries(value).map(([key, one]) => [key, php(one as PlainSetting)]));
}

export const rule = (param: string, value: string, operator = '==') => ({ param, operator, value });

/** Stores field groups as the plugin does. Keys of fields are `field_` with the names on their way. */
export async function storeGroups(database: Database, groups: readonly GroupRow[]): Promise<void> {
  await database.transaction(async (tx) => {
    const insert = async (type: string, row: Partial<Post>) =>
      (await tx.insert(Post, { ...EMPTY_POST, type, status: 'publish', ...row })).insertId;
    const insertFields = async (fields: readonly FieldRow[], parent: number, path: string): Promise<void> => {
      for (const [menuOrder, { name, type, settings = {}, fields: below = [] }] of fields.entries()) {
        const content = serialize(php({ type, ...settings }));
        const key = `field_${path}${name}`;
        const id = await insert('acf-field', { title: name, excerpt: name, slug: key, parent, menuOrder, content });
        await insertFields(below, id, `${path}${name}_`);
      }
    };
    for (const [menuOrder, { title, location, fields, isHidden }] of groups.entries()) {
      const content = serialize(php({ location, show_in_rest: isHidden ? 0 : 1 }));
      const slug = `group_${title.toLowerCase()}`;
      await insertFields(fields, await insert('acf-field-group', { title, slug, menuOrder, content }), '');
    }
  });
}

/** Stores an options page as the plugin does. */
export async function storeOptionsPage(
  database: Database,
  title: string,
  settings: Readonly<Record<string, PlainSetting>>,
): Promise<void> {
  const content = serialize(php(settings));
  const row = {
    ...EMPTY_POST,
    type: 'acf-ui-options-page',
    status: 'publish',
    title,
    slug: 'ui_options_page_1',
    content,
  };
  await database.transaction((tx) => tx.insert(Post, row));
}

const TIME = '2024-01-01 00:00:00';
/** Columns that have no default value. */
export const EMPTY_POST = {
  content: '',
  title: '',
  excerpt: '',
  toPing: '',
  pinged: '',
  contentFiltered: '',
  date: TIME,
  dateGmt: TIME,
  modified: TIME,
  modifiedGmt: TIME,
};
