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
  menu_name: (_singular, plural) => plural,
  name_admin_bar: (singular) => singular,
  add_new: (singular) => `Add New ${singular}`,
  add_new_item: (singular) => `Add New ${singular}`,
  new_item: (singular) => `New ${singular}`,
  edit_item: (singular) => `Edit ${singular}`,
  view_item: (singular) => `View ${singular}`,
  view_items: (_singular, plural) => `View ${plural}`,
  all_items: (_singular, plural) => `All ${plural}`,
  search_items: (_singular, plural) => `Search ${plural}`,
  not_found: (_singular, plural) => `No ${plural} Found`,
  not_found_in_trash: (_singular, plural) => `No ${plural} Found in Trash`,
  parent_item_colon: (singular) => `Parent ${singular}:`,
  archives: (singular) => `${singular} Archives`,
  attributes: (singular) => `${singular} Attributes`,
  insert_into_item: (singular) => `Insert into ${singular}`,
  uploaded_to_this_item: (singular) => `Uploaded to this ${singular}`,
  filter_items_list: (_singular, plural) => `Filter ${plural} lists`,
  items_list_navigation: (_singular, plural) => `${plural} navigation`,
  items_list: (_singular, plural) => `${plural} list`,
  item_published: (singular) => `${singular} published`,
  item_published_privately: (singular) => `${singular} published privately`,
  item_reverted_to_draft: (singular) => `${singular} reverted to draft`,
  item_scheduled: (singular) => `${singular} scheduled`,
  item_updated: (singular) => `${singular} updated`,
});

const TAXONOMY_LABELS = labels({
  menu_name: (_singular, plural) => plural,
  search_items: (_singular, plural) => `Search ${plural}`,
  popular_items: (_singular, plural) => `Popular ${plural}`,
  all_items: (_singular, plural) => `All ${plural}`,
  parent_item: (singular) => `Parent ${singular}`,
  parent_item_colon: (singular) => `Parent ${singular} :`,
  edit_item: (singular) => `Edit ${singular}`,
  view_item: (singular) => `View ${singular}`,
  update_item: (singular) => `Update ${singular}`,
  add_new_item: (singular) => `Add New ${singular}`,
  new_item_name: (singular) => `New ${singular} Name`,
  separate_items_with_commas: (_singular, plural) => `Separate ${plural} with commas`,
  add_or_remove_items: (_singular, plural) => `Add or remove ${plural}`,
  choose_from_most_used: (_singular, plural) => `Choose from the most used ${plural}`,
  not_found: (_singular, plural) => `No ${plural} found.`,
  no_terms: (_singular, plural) => `No ${plural}`,
  items_list_navigation: (_singular, plural) => `${plural} navigation`,
  items_list: (_singular, plural) => `${plural} list`,
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
  const plural = asHtml(label) || name;
  const singular = asHtml(settings.text('label_singular')) || plural;
  const namespace = settings
    .text('rest_namespace')
    .replaceAll('\\', '/')
    .replace(/^\/+|\/+$/g, '');
  const stored = [...standard.keys()].map((key) => [key, settings.text(storedAs(key))] as const);
  return {
    name,
    label: plural,
    labels: labelsOf({ singular, plural }, stored, standard),
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
