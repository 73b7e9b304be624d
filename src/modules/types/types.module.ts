import { type Principal } from '../../access/principal.js';
import { NOTED_TYPES } from '../comments/comment.js';
import { LABELS_SCHEMA, wp7PostTypeLabels } from '../../content-model/labels.js';
import { type PostType } from '../../content-model/post-types.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { WholeObject } from '../../rest/http/field-selection.js';
import { Links } from '../../rest/response/links.js';
import { registryModule, type RegistryDeclaration } from '../../rest/registry/registry.module.js';
import { type Site } from '../../site/site.js';
import { type Profile } from '../../variant/profile.js';
import { ResourceFields, editOnly, viewAndEdit, everywhere, readOnly } from '../../rest/fields/resource-fields.js';

const showsFeatures = (profile: Profile) => profile.types.showsFeatures;

const showsPresentation = (profile: Profile) => profile.types.showsPresentation;

const TYPE = new ResourceFields<PostType, { profile: Profile; site: Site }>('type', {
  capabilities: {
    description: 'Capabilities of the post type, by operation.',
    type: 'object',
    responds: { type: 'object', additionalProperties: { type: 'string' } },
    context: editOnly,
    readonly: true,
    value: (type) => new WholeObject(type.capabilities),
  },
  description: readOnly('string', 'Description of the post type.', viewAndEdit, (type) => type.description),
  hierarchical: {
    description: 'Whether entries of the type can have children.',
    type: 'boolean',
    context: viewAndEdit,
    readonly: true,
    value: (type) => type.hierarchical,
  },
  has_archive: {
    description: 'Whether the post type has an archive page, or the slug of that page.',
    type: 'boolean',
    variation: () => ({ type: ['string', 'boolean'] }),
    context: viewAndEdit,
    readonly: true,
    present: showsPresentation,
    value: (type) => type.hasArchive,
  },
  visibility: {
    description: 'Where the post type is visible.',
    type: 'object',
    context: editOnly,
    readonly: true,
    present: showsPresentation,
    properties: () => ({
      show_ui: { description: 'In the administration screens.', type: 'boolean' },
      show_in_nav_menus: { description: 'In menus.', type: 'boolean' },
    }),
    value: ({ showUi, showInNavMenus }) => ({ show_in_nav_menus: showInNavMenus, show_ui: showUi }),
  },
  viewable: {
    description: 'Whether entries of the type have pages of their own.',
    type: 'boolean',
    context: editOnly,
    readonly: true,
    present: showsFeatures,
    value: (type) => type.viewable,
  },
  labels: readOnly(
    'object',
    'Labels of the post type.',
    editOnly,
    (type, { profile, site }) => new WholeObject(showsPresentation(profile) ? wp7Labels(type, site) : type.labels),
    { responds: LABELS_SCHEMA },
  ),
  name: readOnly('string', 'Label of the post type.', everywhere, (type) => type.label),
  slug: readOnly('string', 'Slug of the post type.', everywhere, (type) => type.name),
  icon: readOnly('string', 'Menu icon of the post type.', everywhere, (type) => type.icon, {
    nullable: true,
    variation: () => ({ type: ['string', 'null'] }),
    present: showsPresentation,
  }),
  supports: {
    description: 'Features the post type supports.',
    type: 'object',
    responds: { type: 'object', additionalProperties: {} },
    context: editOnly,
    readonly: true,
    present: showsFeatures,
    value: (type, { profile }) => supportedFeatures(type, profile),
  },
  taxonomies: readOnly('array', 'Taxonomies of the post type.', viewAndEdit, (type) => type.taxonomies, {
    items: { type: 'string' },
  }),
  rest_base: readOnly('string', 'REST base of the post type.', everywhere, (type) => type.restBase),
  rest_namespace: readOnly('string', 'Namespace of the type’s routes.', everywhere, (type) => type.restNamespace, {
    present: showsPresentation,
  }),
  template: readOnly('array', 'Block template of new entries.', everywhere, (type) => type.blockTemplate, {
    variation: () => ({ type: ['array'] }),
    present: showsPresentation,
  }),
  template_lock: {
    description: 'Which changes to the block template are locked.',
    type: 'boolean',
    variation: () => ({ type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] }),
    context: everywhere,
    readonly: true,
    present: showsPresentation,
    value: (type) => type.blockTemplateLock,
  },
});

/** Since 6.4, attachments have pages of their own only where an option says so. */
function wp7Labels({ name, wording }: PostType, site: Site): object {
  const labels = wp7PostTypeLabels(wording);
  if (name !== 'attachment' || site.option('wp_attachment_pages_enabled') === '1') return labels;
  return { ...labels, view_item: 'View Media File' };
}

/** Features may have options: the editor of some types shows notes. */
function supportedFeatures({ name, supports }: PostType, { comments }: Profile): object {
  const hasNotes = comments.hasNotes && NOTED_TYPES.has(name);
  return Object.fromEntries(
    supports.map((feature) => [feature, feature === 'editor' && hasNotes ? [{ notes: true }] : true]),
  );
}

const mayEditType = (principal: Principal, type: PostType) => principal.can(type.capabilities.edit_posts);

export const TYPE_REGISTRY: RegistryDeclaration<PostType, ContextDto> = {
  base: 'types',
  nameArg: 'type',
  hasDeclaredFields: true,
  fields: TYPE,
  listArgs: ContextDto,

  canList: ({ principal, model }, { context }) =>
    context !== 'edit' ||
    model.restTypes.some((type) => mayEditType(principal, type)) ||
    denied(principal, 'rest_cannot_view', 'You may not edit items of any type.'),

  list: ({ principal, model }, { context }) =>
    model.restTypes.filter((type) => context !== 'edit' || mayEditType(principal, type)),

  find: ({ principal, profile, model }, name, context) => {
    const type = model.types.get(name);
    const isHidden = type ? !type.restBase : profile.types.hidden.includes(name);
    if (isHidden) throw denied(principal, 'rest_cannot_read_type', 'This type cannot be read here.');
    if (!type) throw new RestError('rest_type_invalid', 'There is no post type with this name.', 404);
    if (context === 'edit' && !mayEditType(principal, type))
      throw denied(principal, 'rest_forbidden_context', 'You may not edit items of this type.');
    return type;
  },

  links: (site, type) =>
    new Links().add('collection', site.rest('/wp/v2/types')).add('https://api.w.org/items', site.rest(type.route)),
};

export class TypesModule extends registryModule(TYPE_REGISTRY) {}
