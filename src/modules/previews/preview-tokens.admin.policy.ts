import { Injectable } from '@nestjs/common';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { EntriesAdminPolicy } from '../entries/admin/entries.admin.policy.js';
import { EntriesStore } from '../entries/read/entries.store.js';

const trashed = () => new RestError('rest_cannot_preview', 'Trashed posts cannot be previewed.', 400);

@Injectable()
export class PreviewTokensAdminPolicy {
  constructor(
    private readonly editing: EntriesAdminPolicy,
    private readonly entries: EntriesStore,
  ) {}

  async create(ctx: RequestContext, args: { post: number }): Promise<boolean | RestError> {
    const verdict = await this.editing.editPost(ctx, args);
    if (verdict !== true) return verdict;
    return (await this.entries.byId(args.post, { content: false }))?.status !== 'trash' || trashed();
  }

  read({ principal }: RequestContext): Allowed {
    return principal.preview !== undefined || denied(principal, 'rest_cannot_read', 'A preview token is required.');
  }

  revoke({ principal }: RequestContext): Allowed {
    return principal.id > 0 || denied(principal, 'rest_cannot_delete', 'You have no preview tokens.');
  }
}
