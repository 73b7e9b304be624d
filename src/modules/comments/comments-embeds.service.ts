import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CommentsStore } from './comments.store.js';
import { EmbedRegistry, type EmbedSource } from '../../rest/response/embed.js';
import { type Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import * as errors from './comments.errors.js';
import { CommentsPolicy } from './comments.policy.js';
import { CHILDREN } from './comments.presenter.js';
import { CommentsService } from './comments.service.js';
import { PROFILE, type Profile } from '../../variant/profile.js';

/** Comments embedded in other resources: parent comments, and the newest comments of posts. */
@Injectable()
export class CommentsEmbedsService implements EmbedSource, OnModuleInit {
  constructor(
    private readonly registry: EmbedRegistry,
    private readonly comments: CommentsStore,
    private readonly policy: CommentsPolicy,
    private readonly service: CommentsService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  onModuleInit(): void {
    this.registry.register('comments', this);
    this.registry.register(CHILDREN, { listOf: (ctx, parents) => this.answersTo(ctx, parents) });
  }

  async byId(ctx: RequestContext, ids: readonly (number | string)[]): Promise<Map<number | string, Item | object>> {
    const found = await this.comments.byIds(ids.map(Number));
    const access = await this.policy.access(
      ctx,
      [...found.values()].map((comment) => comment.post),
    );
    const embedded = new Map<number | string, Item | object>(ids.map((id) => [id, errors.unknownComment().body]));
    const readable = [...found.values()].filter((comment) => {
      const allowed = this.policy.checkReadable(ctx, comment, access, 'embed');
      if (allowed !== true) embedded.set(comment.id, allowed.body);
      return allowed === true;
    });
    const items = await this.service.items(ctx, readable, access, { context: 'embed' });
    for (const [index, comment] of readable.entries()) embedded.set(comment.id, items[index]!);
    return embedded;
  }

  /** The newest replies to each of the comments. */
  private async answersTo(ctx: RequestContext, parents: readonly number[]): Promise<Map<number, readonly Item[]>> {
    const found = await this.comments.newestReplies(parents, this.profile.rest.embeddedListLength);
    const access = await this.policy.access(
      ctx,
      found.map((comment) => comment.post),
    );
    const replies = found.filter((comment) => access.mayReadComment(comment));
    const items = await this.service.items(ctx, replies, access, { context: 'embed' });
    const lists = new Map<number, Item[]>(parents.map((parent) => [parent, []]));
    for (const [index, { parent }] of replies.entries()) lists.get(parent)!.push(items[index]!);
    return lists;
  }

  async listOf(ctx: RequestContext, owners: readonly number[]): Promise<Map<number, readonly Item[] | object>> {
    const access = await this.policy.access(ctx, owners);
    const lists = new Map<number, Item[] | object>();
    for (const owner of owners) {
      const post = access.post(owner);
      lists.set(owner, !post || access.mayRead(post) ? [] : errors.cannotReadPost(ctx.principal).body);
    }
    const open = owners.filter((owner) => Array.isArray(lists.get(owner)));
    const comments = (await this.comments.newestOf(open, this.profile.rest.embeddedListLength)).filter((comment) =>
      access.mayReadComment(comment),
    );
    const items = await this.service.items(ctx, comments, access, { context: 'embed' });
    for (const [index, comment] of comments.entries()) (lists.get(comment.post) as Item[]).push(items[index]!);
    return lists;
  }
}
