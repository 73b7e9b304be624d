import { type Principal } from '../../access/principal.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type PostStatus, UNPUBLISHED_STATUSES } from '../../content-model/post-statuses.js';
import { ContextDto } from '../../rest/args/common.dto.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { registryModule, type RegistryDeclaration } from '../../rest/registry/registry.module.js';
import { ResourceFields, embedFirst, editOnly, viewAndEdit, readOnly } from '../../rest/fields/resource-fields.js';

const STATUS = new ResourceFields<PostStatus, unknown>('status', {
  name: readOnly('string', 'Label of the status.', embedFirst, (status) => status.label),
  private: readOnly('boolean', 'Whether posts with this status are private.', editOnly, (status) => status.private),
  protected: {
    description: 'Whether posts with this status are unpublished work in progress.',
    type: 'boolean',
    context: editOnly,
    readonly: true,
    value: (status) => status.protected,
  },
  public: readOnly('boolean', 'Whether posts with this status are public.', viewAndEdit, (status) => status.public),
  queryable: {
    description: 'Whether posts with this status can be queried without signing in.',
    type: 'boolean',
    context: viewAndEdit,
    readonly: true,
    value: (status) => status.queryable ?? status.public,
  },
  show_in_list: {
    description: 'Whether posts with this status appear in the editing lists.',
    type: 'boolean',
    context: editOnly,
    readonly: true,
    value: (status) => status.showInList,
  },
  slug: readOnly('string', 'Slug of the status.', embedFirst, (status) => status.name),
  date_floating: {
    description: 'Whether posts with this status can have a floating publication date.',
    type: 'boolean',
    context: viewAndEdit,
    readonly: true,
    present: (profile) => profile.types.showsPresentation,
    value: (status) => status.floatingDate ?? UNPUBLISHED_STATUSES.has(status.name),
  },
});

interface Requester {
  readonly principal: Principal;
  readonly model: ContentModel;
}

function mayEditAnything({ principal, model }: Requester): boolean {
  return model.restTypes.some((type) => principal.can(type.capabilities.edit_posts));
}

/** Everyone sees public statuses; editors also see the other statuses that are not internal, and the trash. */
function isVisible(requester: Requester, status: PostStatus): boolean {
  if (status.public) return true;
  return (!status.internal || status.name === 'trash') && mayEditAnything(requester);
}

export const STATUS_REGISTRY: RegistryDeclaration<PostStatus, ContextDto> = {
  base: 'statuses',
  nameArg: 'status',
  fields: STATUS,
  listArgs: ContextDto,

  canList: (requester, { context }) =>
    context !== 'edit' ||
    mayEditAnything(requester) ||
    denied(requester.principal, 'rest_cannot_view', 'You may not manage statuses.'),

  list: (requester) => [...requester.model.statuses.values()].filter((status) => isVisible(requester, status)),

  canRead: (requester, name) => {
    const status = requester.model.statuses.get(name);
    if (!status) return new RestError('rest_status_invalid', 'There is no status with this name.', 404);
    return (
      isVisible(requester, status) ||
      denied(requester.principal, 'rest_cannot_read_status', 'You may not see this status.')
    );
  },

  find: ({ model }, name) => model.statuses.get(name)!,

  links: (site, { name }) =>
    new Links().add('archives', site.rest('/wp/v2/posts', name === 'publish' ? '' : `status=${name}`), {
      isUnconditional: true,
    }),
};

export class StatusesModule extends registryModule(STATUS_REGISTRY) {}
