import {
  type ContentTypeDeclaration,
  type PostTypeSupport,
  type Rewrite,
  type TaxonomyDeclaration,
} from '../../content-model/index.js';
import { PhpArray, unserialize } from '../../text/php/index.js';
import { graphqlNames } from './graphql-names.js';
import { StoredArguments } from '../../text/php/stored-arguments.js';
import {
  controllerProblem,
  POSTS_CONTROLLER,
  type StoredContent,
  StoredContentBuilder,
  TERMS_CONTROLLER,
  visibility,
} from './stored-content.js';

export const ACF = 'Advanced Custom Fields';

/** A post that holds a type or taxonomy. */
export interface DefinitionRow {
  readonly type: string;
  readonly title: string;
  readonly key: string;
  readonly settings: string;
}

export const ACF_ROW_TYPES = ['acf-post-type', 'acf-taxonomy'] as const;

/** The types and taxonomies of Advanced Custom Fields and Secure Custom Fields, from their posts. */
export function acfContent(rows: readonly DefinitionRow[]): StoredContent {
  const builder = new StoredContentBuilder(ACF);
  for (const { type, title, key, settings } of rows) {
    const kind = type === 'acf-post-type' ? 'type' : 'taxonomy';
    const array = unserialize(settings);
    const stored = new StoredArguments(array);
    const name = stored.text(kind === 'type' ? 'post_type' : 'taxonomy');
    const isReadable = array instanceof PhpArray && name !== '';
    builder.add<'type' | 'taxonomy'>(kind, name || title || key, () =>
      isReadable
        ? (kind === 'type' ? contentType : taxonomy)(name, title, stored)
        : `its settings (${key}) cannot be read.`,
    );
  }
  return builder.content;
}

function contentType(name: string, title: string, stored: StoredArguments): ContentTypeDeclaration | string {
  const problem = controllerProblem(stored.text('rest_controller_class'), POSTS_CONTROLLER);
  if (problem !== undefined) return problem;
  const isPublic = stored.flag('public', true);
  const singular = stored.text('singular_capability_name') || 'post';
  const icon = stored.text('menu_icon') || stored.nested('menu_icon').text('value');
  return {
    ...basics(name, title, stored),
    ...visibility(stored, isPublic),
    hasArchive: stored.flag('has_archive') && (stored.text('has_archive_slug') || true),
    supports: (stored.has('supports')
      ? stored.texts('supports')
      : ['title', 'editor', 'thumbnail']) as PostTypeSupport[],
    taxonomies: stored.texts('taxonomies'),
    ...(stored.flag('rename_capabilities') && {
      capabilityType: [singular, stored.text('plural_capability_name') || `${singular}s`] as const,
    }),
    icon: icon || 'dashicons-admin-post',
  };
}

function taxonomy(name: string, title: string, stored: StoredArguments): TaxonomyDeclaration | string {
  const problem = controllerProblem(stored.text('rest_controller_class'), TERMS_CONTROLLER);
  if (problem !== undefined) return problem;
  const isPublic = stored.flag('public', true);
  return {
    ...basics(name, title, stored),
    ...visibility(stored, isPublic),
    types: stored.texts('object_type'),
    showCloud: stored.flag('show_tagcloud', stored.flag('show_ui', isPublic)),
    showAdminColumn: stored.flag('show_admin_column'),
    showInQuickEdit: stored.flag('show_in_quick_edit', stored.flag('show_ui', isPublic)),
    hasDefaultTerm: stored.nested('default_term').flag('default_term_enabled'),
    capabilities: Object.fromEntries(
      [...stored.nested('capabilities').entries()].filter(([, capability]) => capability !== ''),
    ),
  };
}

function basics(name: string, title: string, stored: StoredArguments) {
  const labels = Object.fromEntries([...stored.nested('labels').entries()].filter(([, label]) => label !== ''));
  return {
    name,
    label: labels.name ?? title,
    labels,
    description: stored.text('description'),
    graphql: graphqlNames(stored),
    hierarchical: stored.flag('hierarchical'),
    restBase: stored.flag('show_in_rest', true) && (stored.text('rest_base') || name),
    restNamespace: stored.text('rest_namespace') || 'wp/v2',
    rewrite: rewrite(stored.nested('rewrite')),
  } as const;
}

function rewrite(stored: StoredArguments): Rewrite | false {
  const kind = stored.text('permalink_rewrite');
  if (kind === 'no_permalink') return false;
  const slug = stored.text('slug').replace(/^\/+|\/+$/g, '');
  return {
    ...(kind === 'custom_permalink' && slug !== '' && { slug }),
    withFront: stored.flag('with_front', true),
    ...(stored.flag('rewrite_hierarchical') && { hierarchical: true }),
  };
}
