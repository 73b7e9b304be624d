import {
  type ContentTypeDeclaration,
  type PostTypeSupport,
  type Rewrite,
  type TaxonomyDeclaration,
} from '../../content-model/index.js';
import { PhpArray, type PhpValue } from '../../text/php/index.js';
import { graphqlNames } from './graphql-names.js';
import { labels, labelsOf } from './labels.js';
import { StoredArguments } from '../../text/php/stored-arguments.js';
import {
  controllerProblem,
  POSTS_CONTROLLER,
  type StoredContent,
  StoredContentBuilder,
  TERMS_CONTROLLER,
  visibility,
} from './stored-content.js';

export const CPT_UI = 'Custom Post Type UI';

/** Options that hold its types and taxonomies. */
export const CPT_UI_OPTIONS = ['cptui_post_types', 'cptui_taxonomies'] as const;

const TYPE_LABELS = labels({
  add_new_item: (singular) => `Add new ${singular}`,
  edit_item: (singular) => `Edit ${singular}`,
  new_item: (singular) => `New ${singular}`,
  view_item: (singular) => `View ${singular}`,
  view_items: (_singular, plural) => `View ${plural}`,
  all_items: (_singular, plural) => `All ${plural}`,
  search_items: (_singular, plural) => `Search ${plural}`,
  not_found: (_singular, plural) => `No ${plural} found.`,
  not_found_in_trash: (_singular, plural) => `No ${plural} found in trash.`,
});

const TAXONOMY_LABELS = labels({
  search_items: (_singular, plural) => `Search ${plural}`,
  popular_items: (_singular, plural) => `Popular ${plural}`,
  all_items: (_singular, plural) => `All ${plural}`,
  parent_item: (singular) => `Parent ${singular}`,
  parent_item_colon: (singular) => `Parent ${singular}:`,
  edit_item: (singular) => `Edit ${singular}`,
  update_item: (singular) => `Update ${singular}`,
  add_new_item: (singular) => `Add new ${singular}`,
  new_item_name: (singular) => `New ${singular} name`,
  separate_items_with_commas: (_singular, plural) => `Separate ${plural} with commas`,
  add_or_remove_items: (_singular, plural) => `Add or remove ${plural}`,
  choose_from_most_used: (_singular, plural) => `Choose from the most used ${plural}`,
});

/** The types and taxonomies of Custom Post Type UI, from its options. */
export function cptUiContent(types: PhpValue | undefined, taxonomies: PhpValue | undefined): StoredContent {
  const builder = new StoredContentBuilder(CPT_UI);
  for (const [name, stored] of entriesOf(types)) builder.add('type', name, () => contentType(name, stored));
  for (const [name, stored] of entriesOf(taxonomies)) builder.add('taxonomy', name, () => taxonomy(name, stored));
  return builder.content;
}

function* entriesOf(option: PhpValue | undefined): Generator<[string, StoredArguments]> {
  if (!(option instanceof PhpArray)) return;
  for (const [key, value] of option)
    if (value instanceof PhpArray) {
      const stored = new StoredArguments(value);
      yield [stored.text('name') || String(key), stored];
    }
}

function contentType(name: string, stored: StoredArguments): ContentTypeDeclaration | string {
  const problem = controllerProblem(stored.text('rest_controller_class'), POSTS_CONTROLLER);
  if (problem !== undefined) return problem;
  const isPublic = stored.flag('public', true);
  const archive = stored.text('has_archive_string');
  const [singular = '', plural = `${singular}s`] = stored.text('capability_type').split(/\s*,\s*/);
  const supports = [...stored.texts('supports'), ...stored.text('custom_supports').split(/\s*,\s*/)];
  const icon = stored.text('menu_icon');
  return {
    ...basics(name, stored, TYPE_LABELS),
    ...visibility(stored, isPublic),
    hasArchive: stored.flag('has_archive') && (archive || true),
    supports: supports.filter((feature) => feature !== 'none' && feature !== '') as PostTypeSupport[],
    taxonomies: stored.texts('taxonomies'),
    ...(singular !== '' && singular !== 'post' && { capabilityType: [singular, plural] as const }),
    ...(icon !== '' && { icon }),
  };
}

function taxonomy(name: string, stored: StoredArguments): TaxonomyDeclaration | string {
  const problem = controllerProblem(stored.text('rest_controller_class'), TERMS_CONTROLLER);
  if (problem !== undefined) return problem;
  const isPublic = stored.flag('public', true);
  return {
    ...basics(name, stored, TAXONOMY_LABELS),
    types: stored.texts('object_types'),
    ...visibility(stored, isPublic),
    showCloud: stored.flag('show_tagcloud', stored.flag('show_ui', isPublic)),
    showAdminColumn: stored.flag('show_admin_column'),
    showInQuickEdit: stored.flag('show_in_quick_edit'),
    hasDefaultTerm: stored.text('default_term') !== '',
  };
}

function basics(name: string, stored: StoredArguments, standard: typeof TYPE_LABELS) {
  const label = stored.text('label') || name;
  const singular = stored.text('singular_label') || label;
  const own = [...stored.nested('labels').entries()].map(
    ([key, text]) => [key === 'parent' ? 'parent_item_colon' : key, text] as const,
  );
  const namespace = stored.text('rest_namespace');
  return {
    name,
    label,
    labels: labelsOf({ singular, plural: label }, own, standard),
    description: stored.text('description'),
    graphql: graphqlNames(stored),
    hierarchical: stored.flag('hierarchical'),
    restBase: stored.flag('show_in_rest') && (stored.text('rest_base') || name),
    ...(namespace !== '' && { restNamespace: namespace }),
    rewrite: rewrite(stored),
  } as const;
}

function rewrite(stored: StoredArguments): Rewrite | false {
  if (!stored.flag('rewrite', true)) return false;
  const slug = stored.text('rewrite_slug').replace(/^\/+|\/+$/g, '');
  return {
    ...(slug !== '' && { slug }),
    withFront: stored.flag('rewrite_withfront', true),
    ...(stored.flag('rewrite_hierarchical') && { hierarchical: true }),
  };
}
