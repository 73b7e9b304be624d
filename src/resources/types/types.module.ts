import { type Principal } from '../../access/principal.js';
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

const TYPE = new ResourceFields<PostType, unknown>('type', {
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
    value: (type) => type.labels,
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
  supports: {
    description: 'Features that items of the type have.',
    type: 'object',
    context: editing,
    readonly: true,
    present: tellsFeatures,
    value: (type) => Object.fromEntries(type.supports.map((feature) => [feature, true])),
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
});

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
