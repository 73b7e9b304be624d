import { Injectable } from '@nestjs/common';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { EntriesAdminPolicy } from '../entries/admin/entries.admin.policy.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { canBePreviewed } from './previews.service.js';
import { PreviewsStore } from './previews.store.js';

type Verdict = Promise<true | RestError>;

const unknownPreview = () => new RestError('rest_preview_invalid_id', 'There is no such preview link.', 404);

const hiddenPost = () =>
  new RestError('rest_cannot_preview', 'Private and trashed posts cannot have preview links.', 400);

/** Preview links are for those who may edit the entry. */
@Injectable()
export class PreviewsAdminPolicy {
  constructor(
    private readonly editing: EntriesAdminPolicy,
    private readonly entries: EntriesStore,
    private readonly previews: PreviewsStore,
  ) {}

  list(ctx: RequestContext, args: { post: number }): Verdict {
    return this.editing.editPost(ctx, args);
  }

  async create(ctx: RequestContext, args: { post: number }): Verdict {
    const verdict = await this.editing.editPost(ctx, args);
    if (verdict !== true) return verdict;
    const entry = await this.entries.byId(args.post, { content: false });
    return (entry !== undefined && canBePreviewed(entry)) || hiddenPost();
  }

  async delete(ctx: RequestContext, { id }: { id: number }): Verdict {
    const preview = await this.previews.byId(id);
    if (!preview) return ctx.principal.can('edit_posts') ? unknownPreview() : this.editing.write(ctx);
    return this.editing.editPost(ctx, preview);
  }
}
