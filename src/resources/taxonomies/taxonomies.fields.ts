import { type Taxonomy } from '../../site/model/taxonomies.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { type Profile } from '../../variant/profile.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

export const TAXONOMY = new ResourceFields<Taxonomy, { profile: Profile }>('taxonomy', {
  name: {
    description: 'Name of the taxonomy for people.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (taxonomy) => taxonomy.label,
  },
  slug: {
    description: 'Name of the taxonomy for programs.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (taxonomy) => taxonomy.name,
  },
  capabilities: {
    description: 'Capability asked for each thing one can do with terms.',
    type: 'object',
    context: editing,
    readonly: true,
    value: (taxonomy) => taxonomy.capabilities,
  },
  description: {
    description: 'What the taxonomy is for.',
    type: 'string',
    context: shown,
    readonly: true,
    value: (taxonomy) => taxonomy.description,
  },
  labels: {
    description: 'Words for the taxonomy in an editor.',
    type: 'object',
    context: editing,
    readonly: true,
    value: (taxonomy, { profile }) => omit(taxonomy.labels, profile.taxonomies.missingLabels),
  },
  types: {
    description: 'Types whose items the taxonomy groups.',
    type: 'array',
    items: { type: 'string' },
    context: shown,
    readonly: true,
    value: (taxonomy) => taxonomy.types,
  },
  show_cloud: {
    description: 'Whether the terms can be shown as a cloud.',
    type: 'boolean',
    context: editing,
    readonly: true,
    value: (taxonomy) => taxonomy.showCloud,
  },
  hierarchical: {
    description: 'Whether terms can have children.',
    type: 'boolean',
    context: shown,
    readonly: true,
    value: (taxonomy) => taxonomy.hierarchical,
  },
  rest_base: {
    description: 'First path segment of the taxonomy’s routes.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (taxonomy) => taxonomy.restBase,
  },
});

function omit(labels: Taxonomy['labels'], names: readonly string[]): object {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));
}
