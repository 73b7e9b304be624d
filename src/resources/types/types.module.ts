import { type Principal } from '../../access/principal.js';
import { NOTED_TYPES } from '../../content/comments/comment.js';
import { currentPostTypeLabels } from '../../site/model/labels.js';
import { type PostType } from '../../site/model/post-types.js';
import { ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { registryModule, type RegistryDeclaration } from '../registries/registry.module.js';
import { type Profile } from '../../variant/profile.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

const tellsFeatures = (profile: Profile) => profile.types.tellsFeatures;

const tellsPresentation = (profile: Profile) => profile.types.tellsPresentation;

const TYPE = new ResourceFields<PostType, { profile: Profile }>('type', {
  capabilities: {
    description: 'Capability asked for in each role the type plays.',
    type: 'object',
    context: editing,
    readonly: true,
    value: (type) => type.capabilities,
  },
  description: {
    description: 'What the type is for.',
    type: 'string',
    context: shown,
    readonly: true,
    value: (type) => type.description,
  },
  hierarchical: {
    description: 'Whether items of the type can have children.',
    type: 'boolean',
    context: shown,
    readonly: true,
    value: (type) => type.hierarchical,
  },
  has_archive: {
    description: 'Whether there is a page with all items of the type, or its address.',
    type: 'boolean',
    variation: () => ({ type: ['string', 'boolean'] }),
    context: shown,
    readonly: true,
    present: tellsPresentation,
    value: (type) => type.hasArchive,
  },
  visibility: {
    description: 'Where WordPress shows the type.',
    type: 'object',
    context: editing,
    readonly: true,
    present: tellsPresentation,
    properties: () => ({
      show_ui: { description: 'In the administration.', type: 'boolean' },
      show_in_nav_menus: { description: 'In menus.', type: 'boolean' },
    }),
    value: ({ showUi, showInNavMenus }) => ({ show_in_nav_menus: showInNavMenus, show_ui: showUi }),
  },
  viewable: {
    description: 'Whether items of the type have pages of their own.',
    type: 'boolean',
    context: editing,
    readonly: true,
    present: tellsFeatures,
    value: (type) => type.viewable,
  },
  labels: {
    description: 'Words for the type in an editor.',
    type: 'object',
    context: editing,
    readonly: true,
    value: (type, { profile }) => (tellsPresentation(profile) ? currentPostTypeLabels(type.wording) : type.labels),
  },
  name: {
    description: 'Name of the type for people.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (type) => type.label,
  },
  slug: {
    description: 'Name of the type for programs.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (type) => type.name,
  },
  icon: {
    description: 'Name of the icon of the type.',
    type: 'string',
    nullable: true,
    variation: () => ({ type: ['string', 'null'] }),
    context: everywhere,
    readonly: true,
    present: tellsPresentation,
    value: (type) => type.icon,
  },
  supports: {
    description: 'Features that items of the type have.',
    type: 'object',
    context: editing,
    readonly: true,
    present: tellsFeatures,
    value: (type, { profile }) => supportedFeatures(type, profile),
  },
  taxonomies: {
    description: 'Taxonomies that group items of the type.',
    type: 'array',
    items: { type: 'string' },
    context: shown,
    readonly: true,
    value: (type) => type.taxonomies,
  },
  rest_base: {
    description: 'First path segment of the type’s routes.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (type) => type.restBase,
  },
  rest_namespace: {
    description: 'Namespace of the type’s routes.',
    type: 'string',
    context: everywhere,
    readonly: true,
    present: tellsPresentation,
    value: (type) => type.restNamespace,
  },
  template: {
    description: 'Blocks that new items start with.',
    type: 'array',
    variation: () => ({ type: ['array'] }),
    context: everywhere,
    readonly: true,
    present: tellsPresentation,
    value: () => [],
  },
  template_lock: {
    description: 'What may be changed of these blocks.',
    type: 'boolean',
    variation: () => ({ type: ['string', 'boolean'], enum: ['all', 'insert', 'contentOnly', false] }),
    context: everywhere,
    readonly: true,
    present: tellsPresentation,
    value: () => false,
  },
});

/** Features may have options: the editor of some types shows notes. */
function supportedFeatures({ name, supports }: PostType, { comments }: Profile): object {
  const hasNotes = comments.hasNotes && NOTED_TYPES.has(name);
  return Object.fromEntries(
    supports.map((feature) => [feature, feature === 'editor' && hasNotes ? [{ notes: true }] : true]),
  );
}

const mayEditType = (principal: Principal, type: PostType) => principal.can(type.capabilities.edit_posts);

export const TYPE_REGISTRY: RegistryDeclaration<PostType, ContextArgs> = {
  base: 'types',
  nameArg: 'type',
  fields: TYPE,
  listArgs: ContextArgs,

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
    if (!type) throw new RestError('rest_type_invalid', 'There is no type of this name.', 404);
    if (context === 'edit' && !mayEditType(principal, type))
      throw denied(principal, 'rest_forbidden_context', 'You may not edit items of this type.');
    return type;
  },

  links: (site, type) =>
    new Links().add('collection', site.rest('/wp/v2/types')).add('https://api.w.org/items', site.rest(type.route)),
};

export class TypesModule extends registryModule(TYPE_REGISTRY) {}
