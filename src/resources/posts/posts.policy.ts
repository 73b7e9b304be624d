import { Injectable } from '@nestjs/common';
import { type ContextArgs } from '../../rest/args/common.args.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type ReadEntryArgs } from '../entries/entry.args.js';
import { EntryPolicyService } from '../entries/entry-policy.service.js';
import { type CreateEntryValues, type EntryIdArgs, type UpdateEntryValues } from '../entries/entry-write.args.js';
import { EntryWritePolicyService } from '../entries/entry-write-policy.service.js';
import { POSTS } from './posts.fields.js';

@Injectable()
export class PostsPolicy {
  constructor(
    private readonly entries: EntryPolicyService,
    private readonly writing: EntryWritePolicyService,
  ) {}

  list(ctx: RequestContext, args: ContextArgs): Allowed {
    return this.entries.list(ctx, POSTS, args.context);
  }

  read(ctx: RequestContext, args: ReadEntryArgs): Allowed {
    return this.entries.read(ctx, POSTS, args);
  }

  create(ctx: RequestContext, args: CreateEntryValues): Allowed {
    return this.writing.create(ctx, POSTS, args);
  }

  update(ctx: RequestContext, args: UpdateEntryValues): Allowed {
    return this.writing.update(ctx, POSTS, args);
  }

  remove(ctx: RequestContext, args: EntryIdArgs): Allowed {
    return this.writing.remove(ctx, POSTS, args);
  }
}
