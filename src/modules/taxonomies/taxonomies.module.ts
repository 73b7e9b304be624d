import { type Principal } from '../../access/principal.js';
import { LABELS_SCHEMA, wp7TaxonomyLabels } from '../../content-model/labels.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type Profile } from '../../variant/profile.js';
import { registryModule, type RegistryDeclaration } from '../../rest/registry/registry.module.js';
import { ResourceFields, everywhere, editOnly, viewAndEdit, readOnly } from '../../rest/fields/resource-fields.js';

/** Labels that taxonomies have since they show features. */
const LATER_LABELS = ['most_used', 'back_to_items'];

const showsPresentation = (profile: Profile) => profile.types.showsPresentation;

const TAXONOMY = new ResourceFields<Taxonomy, { profile: Profile }>('taxonomy', {
  name: readOnly('string', 'Label of the taxonomy.', everywhere, (taxonomy) => taxonomy.label),
  slug: readOnly('string', 'Slug of the taxonomy.', everywhere, (taxonomy) => taxonomy.name),
  capabilities: {
    description: 'Capabilities of the taxonomy, by operation.',
    type: 'object',
    undivided: true,
    responds: { type: 'object', additionalProperties: { type: 'string' } },
    context: editOnly,
    readonly: true,
    value: (taxonomy) => taxonomy.capabilities,
  },
  description: readOnly('string', 'Description of the taxonomy.', viewAndEdit, (taxonomy) => taxonomy.description),
  labels: readOnly(
    'object',
    'Labels of the taxonomy.',
    editOnly,
    (taxonomy, { profile }) =>
      showsPresentation(profile)
        ? wp7TaxonomyLabels(taxonomy.wording)
        : profile.types.showsFeatures
          ? taxonomy.labels
          : omit(taxonomy.labels, LATER_LABELS),
    { responds: LABELS_SCHEMA, undivided: true },
  ),
  types: readOnly('array', 'Post types that use the taxonomy.', viewAndEdit, (taxonomy) => taxonomy.types, {
    items: { type: 'string' },
  }),
  show_cloud: {
    description: 'Whether the terms can be shown in a tag cloud.',
    type: 'boolean',
    context: editOnly,
    readonly: true,
    value: (taxonomy) => taxonomy.showCloud,
  },
  hierarchical: {
    description: 'Whether terms can have children.',
    type: 'boolean',
    context: viewAndEdit,
    readonly: true,
    value: (taxonomy) => taxonomy.hierarchical,
  },
  rest_base: readOnly('string', 'REST base of the taxonomy.', everywhere, (taxonomy) => taxonomy.restBase),
  rest_namespace: {
    description: 'Namespace of the taxonomy’s routes.',
    type: 'string',
    context: everywhere,
    readonly: true,
    present: showsPresentation,
    value: (taxonomy) => taxonomy.restNamespace,
  },
  visibility: {
    description: 'Where the taxonomy is visible.',
    type: 'object',
    undivided: true,
    context: editOnly,
    readonly: true,
    present: showsPresentation,
    properties: () => ({
      public: { description: 'On public pages.', type: 'boolean' },
      publicly_queryable: { description: 'At its own URLs.', type: 'boolean' },
      show_ui: { description: 'In the administration screens.', type: 'boolean' },
      show_admin_column: { description: 'As a column in lists of entries.', type: 'boolean' },
      show_in_nav_menus: { description: 'In menus.', type: 'boolean' },
      show_in_quick_edit: { description: 'Whether it appears in quick edit.', type: 'boolean' },
    }),
    value: ({ isPublic, showUi, showAdminColumn, showInNavMenus, showInQuickEdit }) => ({
      public: isPublic,
      publicly_queryable: isPublic,
      show_admin_column: showAdminColumn,
      show_in_nav_menus: showInNavMenus,
      show_in_quick_edit: showInQuickEdit,
      show_ui: showUi,
    }),
  },
});

function omit(labels: Taxonomy['labels'], names: readonly string[]): object {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));
}

class ListTaxonomiesDto extends ContextDto {
  @Arg({ type: 'string', unchecked: true, description: 'Limit to taxonomies of this post type.' })
  type?: unknown;
}

function mayEdit({ principal, profile }: { principal: Principal; profile: Profile }, taxonomy: Taxonomy): boolean {
  return principal.can(taxonomy.capabilities[profile.terms.assigningSuffices ? 'assign_terms' : 'manage_terms']);
}

/** Values other than a non-empty string do not filter. */
function ofType({ restTaxonomies }: ContentModel, { type }: ListTaxonomiesDto): readonly Taxonomy[] {
  return typeof type === 'string' && type !== ''
    ? restTaxonomies.filter(({ types }) => types.includes(type))
    : restTaxonomies;
}

export const TAXONOMY_REGISTRY: RegistryDeclaration<Taxonomy, ListTaxonomiesDto> = {
  base: 'taxonomies',
  nameArg: 'taxonomy',
  fields: TAXONOMY,
  listArgs: ListTaxonomiesDto,

  canList: (requester, args) =>
    args.context !== 'edit' ||
    ofType(requester.model, args).some((taxonomy) => mayEdit(requester, taxonomy)) ||
    denied(requester.principal, 'rest_cannot_view', 'You may not manage terms.'),

  list: (requester, args) =>
    ofType(requester.model, args).filter((taxonomy) => args.context !== 'edit' || mayEdit(requester, taxonomy)),

  /** The route passes unknown names to `find`, which responds with 404. */
  canRead: (requester, name, context) => {
    const taxonomy = requester.model.taxonomies.get(name);
    if (!taxonomy) return true;
    if (!taxonomy.restBase) return false;
    if (context === 'edit' && !mayEdit(requester, taxonomy))
      return denied(requester.principal, 'rest_forbidden_context', 'You may not manage terms of this taxonomy.');
    return true;
  },

  find: ({ model }, name) => {
    const taxonomy = model.taxonomies.get(name);
    if (!taxonomy) throw new RestError('rest_taxonomy_invalid', 'There is no taxonomy with this name.', 404);
    return taxonomy;
  },

  links: (site, taxonomy) =>
    new Links()
      .add('collection', site.rest('/wp/v2/taxonomies'))
      .add('https://api.w.org/items', site.rest(taxonomy.route)),
};

export class TaxonomiesModule extends registryModule(TAXONOMY_REGISTRY) {}
