import { Injectable } from '@nestjs/common';
import { type Context } from '../../rest/args/common.args.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type ReadEntryArgs } from './entry.args.js';
import { EntriesService } from './entries.service.js';
import { forbiddenContext, unknownEntry, wrongPassword } from './entry.errors.js';
import { type EntryResource } from './entry-resource.js';

/** Who may read entries: the rules posts, pages and media share. */
@Injectable()
export class EntryPolicyService {
  constructor(private readonly entries: EntriesService) {}

  list(ctx: RequestContext, { type }: EntryResource, context: Context): Allowed {
    return context !== 'edit' || ctx.principal.can(type.capabilities.edit_posts) || forbiddenContext(ctx.principal);
  }

  async read(ctx: RequestContext, resource: EntryResource, args: ReadEntryArgs) {
    const { id, context, password = '' } = args;
    if (await this.entries.findKept(ctx, resource, args)) return true;
    const isShown = ctx.request.method === 'GET';
    const entry = await (isShown ? this.entries.findToShow(ctx, resource, args) : this.entries.find(ctx, resource, id));
    if (!entry) return unknownEntry();
    if (context === 'edit' && !(await this.entries.mayEdit(ctx, entry))) return forbiddenContext(ctx.principal);
    if (password !== '' && password !== entry.password) return wrongPassword();
    return this.entries.isReadable(ctx, entry);
  }
}
