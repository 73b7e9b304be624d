import { PhpArray, type PhpValue, unserialize } from '../../../text/php/index.js';
import { StoredArguments } from '../../../text/php/stored-arguments.js';
import {
  type Definitions,
  type FieldDefinition,
  type GroupDefinition,
  type LayoutDefinition,
  type LocationRule,
  MAX_DEPTH,
  MAX_FIELDS,
  type OptionsPageDefinition,
} from './definition.js';

/** A post that holds a group, a field or an options page. */
export interface DefinitionRow {
  readonly id: number;
  readonly type: string;
  readonly parent: number;
  readonly order: number;
  readonly status: string;
  readonly title: string;
  readonly key: string;
  readonly name: string;
  readonly settings: string;
}

/** Collects the definitions of a site; groups of files take the place of rows with the same key. */
export class DefinitionBuilder {
  private readonly groups = new Map<string, GroupDefinition>();
  private readonly pages: OptionsPageDefinition[] = [];
  private readonly problems: string[] = [];
  private count = 0;
  private isTooDeep = false;

  addRows(rows: readonly DefinitionRow[]): void {
    const children = new Map<number, DefinitionRow[]>();
    for (const row of rows)
      if (row.type === 'acf-field') children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
    for (const list of children.values()) list.sort((a, b) => a.order - b.order || a.id - b.id);
    for (const row of rows) {
      if (row.type !== 'acf-field-group' && row.type !== 'acf-ui-options-page') continue;
      const settings = this.settingsOf(row);
      if (!settings) continue;
      if (row.type === 'acf-ui-options-page') this.addPage(settings, row.title);
      else
        this.addGroup(
          { key: row.key, title: row.title, order: row.order, isActive: row.status === 'publish', origin: 'database' },
          settings,
          this.fieldsOfRows(row.id, children, 0),
        );
    }
  }

  /** The content of a JSON file, as a PHP value. */
  addFile(value: PhpValue, file: string): void {
    if (!(value instanceof PhpArray)) {
      this.problems.push(`${file} holds no field group.`);
      return;
    }
    const items = value.isList() ? [...value.values()] : [value];
    for (const item of items) {
      const settings = new StoredArguments(item);
      const key = settings.text('key');
      if (key.startsWith('ui_options_page_')) this.addPage(settings, settings.text('page_title'));
      else if (key.startsWith('group_'))
        this.addGroup(
          {
            key,
            title: settings.text('title'),
            order: settings.number('menu_order') ?? 0,
            isActive: settings.flag('active', true),
            origin: file,
          },
          settings,
          this.nestedFields(settings.value('fields'), 0),
        );
      else if (!/^(?:post_type|taxonomy)_/.test(key)) this.problems.push(`${file} holds no field group.`);
    }
  }

  get definitions(): Definitions {
    const groups = [...this.groups.values()].sort((a, b) => a.order - b.order || compare(a.title, b.title));
    return { groups, pages: this.pages, problems: this.problems };
  }

  private addGroup(
    own: Pick<GroupDefinition, 'key' | 'title' | 'order' | 'isActive' | 'origin'>,
    settings: StoredArguments,
    fields: readonly FieldDefinition[],
  ): void {
    this.groups.set(own.key, {
      ...own,
      showInRest: settings.flag('show_in_rest'),
      location: locationOf(settings.value('location')),
      fields,
      settings,
    });
  }

  private addPage(settings: StoredArguments, title: string): void {
    const slug = settings.text('menu_slug');
    if (!/^[a-z0-9_-]+$/i.test(slug)) this.problems.push(`The options page "${title}" has no slug that can be served.`);
    else
      this.pages.push({
        slug,
        title: settings.text('page_title') || title,
        capability: settings.text('capability') || 'edit_posts',
        prefix: settings.text('post_id') || 'options',
        settings,
      });
  }

  private settingsOf(row: DefinitionRow): StoredArguments | undefined {
    const value = unserialize(row.settings);
    if (value instanceof PhpArray) return new StoredArguments(value);
    this.problems.push(`The settings of "${row.title}" (${row.key}, post ${row.id}) cannot be read.`);
    return undefined;
  }

  private fieldsOfRows(
    parent: number,
    children: ReadonlyMap<number, readonly DefinitionRow[]>,
    depth: number,
  ): FieldDefinition[] {
    return (children.get(parent) ?? []).flatMap((row) => {
      if (row.status !== 'publish' || !this.admits(row.key, depth)) return [];
      const settings = this.settingsOf(row);
      if (!settings) return [];
      const fields = this.fieldsOfRows(row.id, children, depth + 1);
      return [
        this.field({ key: row.key, name: row.name, label: row.title }, settings, fields, (layout, isFirst) =>
          fields.filter((field) => {
            const key = field.settings.text('parent_layout');
            return key === layout || (key === '' && isFirst);
          }),
        ),
      ];
    });
  }

  private nestedFields(value: PhpValue | undefined, depth: number): FieldDefinition[] {
    if (!(value instanceof PhpArray)) return [];
    return [...value.values()].flatMap((definition) => {
      const settings = new StoredArguments(definition);
      const key = settings.text('key');
      if (key === '' || !this.admits(key, depth)) return [];
      const layouts = settings.value('layouts');
      return [
        this.field(
          { key, name: settings.text('name'), label: settings.text('label') },
          settings,
          this.nestedFields(settings.value('sub_fields'), depth + 1),
          (layout) => {
            const found =
              layouts instanceof PhpArray
                ? [...layouts.values()]
                    .map((stored) => new StoredArguments(stored))
                    .find((stored) => stored.text('key') === layout)
                : undefined;
            return this.nestedFields(found?.value('sub_fields'), depth + 1);
          },
        ),
      ];
    });
  }

  private field(
    own: Pick<FieldDefinition, 'key' | 'name' | 'label'>,
    settings: StoredArguments,
    fields: readonly FieldDefinition[],
    fieldsOfLayout: (key: string, isFirst: boolean) => readonly FieldDefinition[],
  ): FieldDefinition {
    const type = settings.text('type');
    const layouts = type === 'flexible_content' ? settings.value('layouts') : undefined;
    return {
      ...own,
      type,
      settings,
      fields: layouts === undefined ? fields : [],
      layouts:
        layouts instanceof PhpArray
          ? [...layouts.values()].map((layout, index) =>
              layoutOf(new StoredArguments(layout), index === 0, fieldsOfLayout),
            )
          : [],
    };
  }

  private admits(key: string, depth: number): boolean {
    if (depth >= MAX_DEPTH) {
      if (!this.isTooDeep)
        this.problems.push(`Fields that are nested deeper than ${MAX_DEPTH} levels are left out, such as ${key}.`);
      this.isTooDeep = true;
      return false;
    }
    if (this.count++ === MAX_FIELDS)
      this.problems.push(`There are more than ${MAX_FIELDS} fields; others are left out.`);
    return this.count <= MAX_FIELDS;
  }
}

function layoutOf(
  stored: StoredArguments,
  isFirst: boolean,
  fieldsOf: (key: string, isFirst: boolean) => readonly FieldDefinition[],
): LayoutDefinition {
  const [min, max] = [stored.number('min'), stored.number('max')];
  const key = stored.text('key');
  return {
    key,
    name: stored.text('name'),
    label: stored.text('label'),
    ...(min && { min }),
    ...(max && { max }),
    fields: fieldsOf(key, isFirst),
  };
}

function locationOf(value: PhpValue | undefined): LocationRule[][] {
  if (!(value instanceof PhpArray)) return [];
  return [...value.values()].flatMap((all) => {
    if (!(all instanceof PhpArray) || all.size === 0) return [];
    return [
      [...all.values()].map((stored) => {
        const rule = new StoredArguments(stored);
        return { param: rule.text('param'), isNegated: rule.text('operator') === '!=', value: rule.text('value') };
      }),
    ];
  });
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
