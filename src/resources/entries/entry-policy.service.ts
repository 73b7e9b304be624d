import { Injectable } from '@nestjs/common';
import { PostPasswordLimiter } from '../../content/entries/post-password-limiter.js';
import { type Context } from '../../rest/args/common.args.js';
import { tooManyWrongPasswords } from '../../rest/errors/catalogue.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type ReadEntryArgs } from './entry.args.js';
import { EntriesService } from './entries.service.js';
import { forbiddenContext, unknownEntry, wrongPassword } from './entry.errors.js';
import { type EntryResource } from './entry-resource.js';

/** Who may read entries: the rules posts, pages and media share. */
@Injectable()
export class EntryPolicyService {
  constructor(
    private readonly entries: EntriesService,
    private readonly passwords: PostPasswordLimiter,
  ) {}

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
    // Once a request: the Allow header asks again.
    const blocked = await ctx.once(`post-password:${id}`, () =>
      this.passwords.attempt(ctx.request.address, entry, password),
    );
    if (blocked > 0) return tooManyWrongPasswords(blocked);
    if (password !== '' && password !== entry.password) return wrongPassword();
    return this.entries.isReadable(ctx, entry);
  }
}
