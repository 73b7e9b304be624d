import { type PostType } from '../../site/model/post-types.js';
import { type Profile } from '../../variant/profile.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

const tellsFeatures = (profile: Profile) => profile.types.tellsFeatures;

export const TYPE = new ResourceFields<PostType, unknown>('type', {
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
