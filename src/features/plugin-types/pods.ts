import {
  type ContentTypeDeclaration,
  POST_TYPE_SUPPORTS,
  type PostTypeSupport,
  type Rewrite,
  type TaxonomyDeclaration,
} from '../../content-model/index.js';
import { escapeHtml } from '../../text/index.js';
import { type StoredArguments } from '../../text/php/stored-arguments.js';
import { labels, labelsOf } from './labels.js';
import { type StoredContent, StoredContentBuilder, visibility } from './stored-content.js';

export const PODS = 'Pods';

/** A post of the plugin with its meta, which holds the settings. */
export interface PodRow {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly settings: StoredArguments;
}

/** Types of entries and terms; what belongs to other tables is not served. */
const KINDS: ReadonlyMap<string, 'type' | 'taxonomy'> = new Map([
  ['post_type', 'type'],
  ['taxonomy', 'taxonomy'],
]);

const TYPE_LABELS = labels({
  menu_name: (_one, many) => many,
  name_admin_bar: (one) => one,
  add_new: (one) => `Add New ${one}`,
  add_new_item: (one) => `Add New ${one}`,
  new_item: (one) => `New ${one}`,
  edit_item: (one) => `Edit ${one}`,
  view_item: (one) => `View ${one}`,
  view_items: (_one, many) => `View ${many}`,
  all_items: (_one, many) => `All ${many}`,
  search_items: (_one, many) => `Search ${many}`,
  not_found: (_one, many) => `No ${many} Found`,
  not_found_in_trash: (_one, many) => `No ${many} Found in Trash`,
  parent_item_colon: (one) => `Parent ${one}:`,
  archives: (one) => `${one} Archives`,
  attributes: (one) => `${one} Attributes`,
  insert_into_item: (one) => `Insert into ${one}`,
  uploaded_to_this_item: (one) => `Uploaded to this ${one}`,
  filter_items_list: (_one, many) => `Filter ${many} lists`,
  items_list_navigation: (_one, many) => `${many} navigation`,
  items_list: (_one, many) => `${many} list`,
  item_published: (one) => `${one} published`,
  item_published_privately: (one) => `${one} published privately`,
  item_reverted_to_draft: (one) => `${one} reverted to draft`,
  item_scheduled: (one) => `${one} scheduled`,
  item_updated: (one) => `${one} updated`,
});

const TAXONOMY_LABELS = labels({
  menu_name: (_one, many) => many,
  search_items: (_one, many) => `Search ${many}`,
  popular_items: (_one, many) => `Popular ${many}`,
  all_items: (_one, many) => `All ${many}`,
  parent_item: (one) => `Parent ${one}`,
  parent_item_colon: (one) => `Parent ${one} :`,
  edit_item: (one) => `Edit ${one}`,
  view_item: (one) => `View ${one}`,
  update_item: (one) => `Update ${one}`,
  add_new_item: (one) => `Add New ${one}`,
  new_item_name: (one) => `New ${one} Name`,
  separate_items_with_commas: (_one, many) => `Separate ${many} with commas`,
  add_or_remove_items: (_one, many) => `Add or remove ${many}`,
  choose_from_most_used: (_one, many) => `Choose from the most used ${many}`,
  not_found: (_one, many) => `No ${many} found.`,
  no_terms: (_one, many) => `No ${many}`,
  items_list_navigation: (_one, many) => `${many} navigation`,
  items_list: (_one, many) => `${many} list`,
});

/** The types and taxonomies of Pods, from its posts. `fields` are the posts of their fields, which are not served. */
export function podsContent(rows: readonly PodRow[], fields: readonly PodRow[]): StoredContent {
  const builder = new StoredContentBuilder(PODS);
  for (const row of rows) {
    const { id, name, settings } = row;
    const stored = settings.text('type');
    const kind = KINDS.get(stored);
    if (stored === 'pod') builder.refuse('type', name, 'its items are in a table of the plugin.');
    const shown = fields.filter(({ parent, settings: own }) => parent === id && isShown(settings, own));
    if (shown.length > 0)
      builder.refuse(
        'fields',
        name,
        `${shown.map((field) => field.name).join(', ')}: only WordPress has their values.`,
      );
    // A pod with an object adds fields to what WordPress or another plugin has.
    if (kind === undefined || settings.text('object') !== '') continue;
    builder.add<'type' | 'taxonomy'>(kind, name, () => (kind === 'type' ? contentType(row) : taxonomy(row)));
  }
  return builder.content;
}

const isShown = (pod: StoredArguments, field: StoredArguments) =>
  pod.flag('rest_enable') && (pod.flag('read_all') || field.flag('rest_read'));

function contentType(row: PodRow): ContentTypeDeclaration {
  const { name, settings } = row;
  const isPublic = settings.flag('public', true);
  const capabilityType = settings.text('capability_type') || 'post';
  const capability = capabilityType === 'custom' ? settings.text('capability_type_custom') || name : capabilityType;
  const further = settings.text('supports_custom').split(',').filter(Boolean);
  const icon = settings.text('menu_icon');
  return {
    ...basics(row, TYPE_LABELS),
    ...visibility(settings, isPublic),
    hierarchical: settings.flag('hierarchical'),
    hasArchive: settings.flag('has_archive') && (asPath(settings.text('has_archive_slug')) || true),
    supports: [
      ...POST_TYPE_SUPPORTS.filter((feature) => settings.flag(`supports_${feature.replaceAll('-', '_')}`)),
      ...(further as PostTypeSupport[]),
    ],
    taxonomies: namedBy(settings, 'built_in_taxonomies_'),
    ...(capability !== 'post' && { capabilityType: capability }),
    ...(icon !== '' && { icon }),
  };
}

function taxonomy(row: PodRow): TaxonomyDeclaration {
  const { settings } = row;
  const isPublic = settings.flag('public', true);
  const showUi = settings.flag('show_ui', isPublic);
  const capability =
    settings.text('capability_type') === 'custom' ? settings.text('capability_type_custom') : 'default';
  const named = capability === '' || capability === 'default' ? undefined : `${capability}_terms`;
  return {
    ...basics(row, TAXONOMY_LABELS),
    ...visibility(settings, isPublic),
    hierarchical: settings.flag('hierarchical'),
    types: namedBy(settings, 'built_in_post_types_'),
    showCloud: settings.flag('show_tagcloud', showUi),
    showAdminColumn: settings.flag('show_admin_column'),
    showInQuickEdit: settings.flag('show_in_quick_edit', showUi),
    hasDefaultTerm: settings.text('default_term_name') !== '',
    ...(named !== undefined && {
      capabilities: {
        manage_terms: `manage_${named}`,
        edit_terms: `edit_${named}`,
        delete_terms: `delete_${named}`,
        assign_terms: `assign_${named}`,
      },
    }),
  };
}

/** Settings that end with the names of what they switch on. */
function namedBy(settings: StoredArguments, prefix: string): string[] {
  return [...settings.entries()].flatMap(([key]) =>
    key.startsWith(prefix) && settings.flag(key) ? [key.slice(prefix.length)] : [],
  );
}

function basics({ name, label, description, settings }: PodRow, standard: typeof TYPE_LABELS) {
  const many = asHtml(label) || name;
  const one = asHtml(settings.text('label_singular')) || many;
  const namespace = settings
    .text('rest_namespace')
    .replaceAll('\\', '/')
    .replace(/^\/+|\/+$/g, '');
  const stored = [...standard.keys()].map((key) => [key, settings.text(storedAs(key))] as const);
  return {
    name,
    label: many,
    labels: labelsOf({ one, many }, stored, standard),
    description: asHtml(description),
    graphql: false,
    restBase: settings.flag('rest_enable') && (settings.text('rest_base') || name),
    ...(namespace !== '' && { restNamespace: namespace }),
    rewrite: rewrite(name, settings),
  } as const;
}

/** Two labels have other names in the settings. */
function storedAs(label: string): string {
  if (label === 'menu_name' || label === 'name_admin_bar') return label;
  return label === 'choose_from_most_used' ? 'label_choose_from_the_most_used' : `label_${label}`;
}

function rewrite(name: string, settings: StoredArguments): Rewrite | false {
  if (!settings.flag('rewrite', true)) return false;
  return {
    slug: asPath(settings.text('rewrite_custom_slug')) || name.replaceAll('_', '-'),
    withFront: settings.flag('rewrite_with_front', true),
    ...(settings.flag('rewrite_hierarchical') && { hierarchical: true }),
  };
}

const asPath = (text: string) => text.replace(/^\/+|\/+$/g, '').replace(/[^a-zA-Z0-9%\-_/]/g, '-');
const asHtml = (text: string) => escapeHtml(text).replaceAll('&#039;', "'");
