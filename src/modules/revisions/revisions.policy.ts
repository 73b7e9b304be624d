import { Inject, Injectable } from '@nestjs/common';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { cannotDelete } from '../entries/api/entry.errors.js';
import { type DeleteRevisionDto, type ListRevisionsDto } from './revisions.dto.js';
import { cannotRead, unknownParent } from './revisions.errors.js';
import { RevisionsService } from './revisions.service.js';

/** Revisions contain text that was deleted from the entry, so only those who may edit the entry may read them. */
@Injectable()
export abstract class RevisionsPolicy {
  /** Name of the post type. */
  protected abstract readonly postType: string;

  constructor(
    private readonly revisions: RevisionsService,
    private readonly entries: EntriesService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async read(ctx: RequestContext, { parent: id }: Pick<ListRevisionsDto, 'parent'>): Promise<true | RestError> {
    const parent = await this.revisions.parent(ctx, this.postType, id);
    if (!parent) return unknownParent();
    return ctx.principal.previews(id) || (await this.entries.mayEdit(ctx, parent)) || cannotRead(ctx.principal);
  }

  async delete(ctx: RequestContext, args: DeleteRevisionDto): Promise<boolean | RestError> {
    const readable = await this.read(ctx, args);
    const { pagesRevisions } = this.profile.entries;
    if (readable !== true)
      return pagesRevisions && readable.code === 'rest_cannot_read' ? cannotDelete(ctx.principal) : readable;
    const revision = await this.revisions.find(ctx, args);
    if (revision instanceof RestError) return revision;
    if (pagesRevisions) return cannotDelete(ctx.principal);
    const parent = await this.revisions.parent(ctx, this.postType, args.parent);
    return parent ? this.entries.mayDelete(ctx, parent) : unknownParent();
  }
}
