import { siteFacts } from '../../access/capabilities/index.js';
import { Inject, Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PostPasswordService } from '../entries/read/post-password.js';
import { mayEdit } from '../entries/model/readable.js';
import { TermsStore } from '../terms/terms.store.js';
import { denied } from '../../rest/errors/catalogue.js';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type Profile, PROFILE } from '../../variant/profile.js';
import { EntriesService } from '../entries/api/entries.service.js';
import { type EntryResource } from '../entries/api/entry-resource.js';
import { EntryPolicy } from '../entries/api/entry.policy.js';
import { type MediaValues } from './media.dto.js';
import { cannotAttach } from './media.errors.js';
import { mediaResource } from './media.fields.js';

@Injectable()
export class MediaPolicy extends EntryPolicy {
  protected readonly postType = 'attachment';

  constructor(
    entries: EntriesService,
    terms: TermsStore,
    passwords: PostPasswordService,
    model: ContentModel,
    @Inject(PROFILE) profile: Profile,
    private readonly store: EntriesStore,
  ) {
    super(entries, terms, passwords, model, profile);
  }

  protected override get resource(): EntryResource {
    return mediaResource(this.model);
  }

  override async create(ctx: RequestContext, args: MediaValues): Promise<true | RestError> {
    const verdict = await super.create(ctx, args);
    if (verdict !== true || !args.post) return verdict;
    return (await this.mayAttach(ctx, args.post)) || cannotAttach(ctx.principal);
  }

  private async mayAttach(ctx: RequestContext, id: number): Promise<boolean> {
    const entry = await this.store.byId(id, { content: false });
    if (!entry) return false;
    const parent = entry.type === 'revision' ? await this.store.byId(entry.parent, { content: false }) : undefined;
    return mayEdit(ctx.principal, entry, siteFacts(ctx.site), { parent });
  }
}

@Injectable()
export class MediaEditingPolicy extends MediaPolicy {
  /** Editing an image requires the rights to upload and to edit the original. */
  async editImage(ctx: RequestContext, args: { id: number }): Promise<true | RestError> {
    if (!ctx.principal.can('upload_files'))
      return denied(ctx.principal, 'rest_cannot_edit_image', 'You may not upload files.');
    return this.update(ctx, { id: args.id });
  }
}
