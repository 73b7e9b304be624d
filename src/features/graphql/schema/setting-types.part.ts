import { type GraphContext } from '../context/graph-context.js';
import { edgeTo } from './entry-types.part.js';
import { entryNode } from '../nodes/find-nodes.js';
import { attachmentUrl } from '../../../modules/entries/index.js';
import { globalId } from '../model/global-id.js';
import { capitalize } from '../model/names.js';
import { type SchemaText } from './schema-text.js';

type Value = string | number | boolean | null;

interface SettingField {
  readonly type: 'String' | 'Int' | 'Boolean';
  readonly read: (ctx: GraphContext) => Value;
  /** Name of the setting in the REST API, if it can be written. */
  readonly name?: string;
  readonly id?: boolean;
}

const text = (option: string, name?: string): SettingField => ({
  type: 'String',
  read: ({ site }) => site.option(option),
  ...(name !== undefined && { name }),
});
const number = (option: string, name: string): SettingField => ({
  type: 'Int',
  read: ({ site }) => site.integer(option),
  name,
});

/** The settings by group and field. */
export const SETTING_GROUPS: Readonly<Record<string, Readonly<Record<string, SettingField>>>> = {
  discussion: {
    defaultCommentStatus: text('default_comment_status', 'default_comment_status'),
    defaultPingStatus: text('default_ping_status', 'default_ping_status'),
  },
  general: {
    dateFormat: text('date_format', 'date_format'),
    description: text('blogdescription', 'description'),
    email: {
      type: 'String',
      read: (ctx) => (ctx.can('manage_options') ? ctx.site.option('admin_email') : null),
      name: 'email',
    },
    homeUrl: { type: 'String', read: ({ site }) => site.home },
    language: { type: 'String', read: ({ site }) => site.option('WPLANG') || 'en_US', name: 'language' },
    startOfWeek: number('start_of_week', 'start_of_week'),
    timeFormat: text('time_format', 'time_format'),
    timezone: { type: 'String', read: ({ site }) => site.option('timezone_string') || null, name: 'timezone' },
    title: text('blogname', 'title'),
    url: { type: 'String', read: ({ site }) => site.siteUrl },
  },
  permalink: {
    categoryBase: text('category_base'),
    structure: text('permalink_structure'),
    tagBase: text('tag_base'),
  },
  reading: {
    pageForPosts: number('page_for_posts', 'page_for_posts'),
    pageOnFront: number('page_on_front', 'page_on_front'),
    postsPerPage: number('posts_per_page', 'posts_per_page'),
    showOnFront: text('show_on_front', 'show_on_front'),
  },
  writing: {
    defaultCategory: number('default_category', 'default_category'),
    defaultPostFormat: {
      type: 'String',
      read: ({ site }) => site.option('default_post_format'),
      name: 'default_post_format',
    },
    useSmilies: { type: 'Boolean', read: ({ site }) => site.isOn('use_smilies'), name: 'use_smilies' },
  },
};

export const settingKey = (group: string, field: string) => `${group}Settings${capitalize(field)}`;

/** The settings of the site in groups, and all together. */
export function settingTypes(schema: SchemaText): void {
  const all: string[] = [];
  for (const [group, fields] of Object.entries(SETTING_GROUPS)) {
    const type = `${capitalize(group)}Settings`;
    const declared = Object.entries(fields).map(([field, setting]) => `${field}: ${setting.type}`);
    schema.define(`type ${type} implements Node { ${declared.join('\n')} }`);
    for (const [field, { type: kind, read }] of Object.entries(fields)) {
      all.push(`${settingKey(group, field)}: ${kind}`);
      schema.field(type, `${field}: ${kind}`, (_source, _args, ctx) => read(ctx));
      schema.field('Settings', `${settingKey(group, field)}: ${kind}`, (_source, _args, ctx) => read(ctx));
    }
    schema.field(type, 'id: ID!', () => globalId('setting_group', group));
    schema.field('RootQuery', `${group}Settings: ${type}`, (_source, _args, ctx) => {
      ctx.keys.node('setting_group', group, 'setting_group');
      return {};
    });
  }
  schema.define(`type Settings { ${all.join('\n')} }`);
  schema.field('RootQuery', 'allSettings: Settings', () => ({}));
  const icon = (ctx: GraphContext) => entryNode(ctx, ctx.site.integer('site_icon'));
  schema.oneToOne({
    from: 'GeneralSettings',
    field: 'siteIcon',
    to: 'MediaItem',
    resolve: async (_source, _args, ctx) => edgeTo(await icon(ctx)),
  });
  schema.field('GeneralSettings', 'siteIconUrl(size: Int): String', async (_source, _args, ctx) => {
    const node = await icon(ctx);
    return node ? attachmentUrl(ctx.site, await ctx.meta(node.databaseId)) || null : null;
  });
}
