import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../../content/entries/entries.store.js';
import { mayEdit, siteFacts } from '../../content/entries/readable.js';
import { type ContextArgs } from '../../rest/args/common.args.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { EntryPolicyService } from '../entries/entry-policy.service.js';
import { type EntryIdArgs, type UpdateEntryValues } from '../entries/entry-write.args.js';
import { EntryWritePolicyService } from '../entries/entry-write-policy.service.js';
import { type MediaValues, type ReadMediaArgs } from './media.args.js';
import { cannotAttach } from './media.errors.js';
import { MEDIA } from './media.fields.js';

@Injectable()
export class MediaPolicy {
  constructor(
    private readonly store: EntriesStore,
    private readonly entries: EntryPolicyService,
    private readonly writing: EntryWritePolicyService,
  ) {}

  list(ctx: RequestContext, args: ContextArgs): Allowed {
    return this.entries.list(ctx, MEDIA, args.context);
  }

  read(ctx: RequestContext, args: ReadMediaArgs): Allowed {
    return this.entries.read(ctx, MEDIA, args);
  }

  async create(ctx: RequestContext, args: MediaValues) {
    const verdict = await this.writing.create(ctx, MEDIA, args);
    if (verdict !== true || !args.post) return verdict;
    return (await this.mayAttach(ctx, args.post)) || cannotAttach(ctx.principal);
  }

  update(ctx: RequestContext, args: UpdateEntryValues): Allowed {
    return this.writing.update(ctx, MEDIA, args);
  }

  remove(ctx: RequestContext, args: EntryIdArgs): Allowed {
    return this.writing.remove(ctx, MEDIA, args);
  }

  private async mayAttach(ctx: RequestContext, id: number): Promise<boolean> {
    const entry = await this.store.byId(id, { content: false });
    if (!entry) return false;
    const parent = entry.type === 'revision' ? await this.store.byId(entry.parent, { content: false }) : undefined;
    return mayEdit(ctx.principal, entry, siteFacts(ctx.site), { parent });
  }
}
