import { type PostStatus } from '../../content/types/statuses.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';

const everywhere = ['embed', 'view', 'edit'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

export const STATUS = new ResourceFields<PostStatus, unknown>('status', {
  name: {
    description: 'Name of the status for people.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (status) => status.label,
  },
  private: {
    description: 'Whether only some may see posts of this status.',
    type: 'boolean',
    context: editing,
    readonly: true,
    value: (status) => status.private,
  },
  protected: {
    description: 'Whether posts of this status are still being worked on.',
    type: 'boolean',
    context: editing,
    readonly: true,
    value: (status) => status.protected,
  },
  public: {
    description: 'Whether everybody may see posts of this status.',
    type: 'boolean',
    context: shown,
    readonly: true,
    value: (status) => status.public,
  },
  queryable: {
    description: 'Whether posts of this status can be asked for by everybody.',
    type: 'boolean',
    context: shown,
    readonly: true,
    value: (status) => status.public,
  },
  show_in_list: {
    description: 'Whether posts of this status stand in an editor’s list.',
    type: 'boolean',
    context: editing,
    readonly: true,
    value: (status) => status.showInList,
  },
  slug: {
    description: 'Name of the status for programs.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (status) => status.name,
  },
});
