import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../rest/http/request-context.js';
import { EmbedRegistry } from '../../rest/response/embed.js';
import { pagedReply } from '../../rest/response/paging.js';
import { type Reply } from '../../rest/response/reply.js';
import {
  type CachePartition,
  ItemJsonCache,
  type ItemPage,
  type RenderedItem,
} from '../item-cache/item-json-cache.service.js';
import { visibleMeta } from '../meta/meta.field.js';
import { type ListUsersDto } from './users.dto.js';
import { UsersPolicy } from './users.policy.js';
import { UsersPresenter } from './users.presenter.js';
import { offsetOf, UsersService } from './users.service.js';

/** Lists users. */
@Injectable()
export class UsersListService {
  constructor(
    private readonly users: UsersService,
    private readonly policy: UsersPolicy,
    private readonly presenter: UsersPresenter,
    private readonly cache: ItemJsonCache,
    private readonly embeds: EmbedRegistry,
  ) {}

  async list(ctx: RequestContext, args: ListUsersDto): Promise<Reply> {
    const { items, total } = await this.page(ctx, args);
    const page = Math.ceil(offsetOf(args) / args.per_page) + 1;
    return pagedReply(ctx, '/wp/v2/users', items, { total, page, perPage: args.per_page, args });
  }

  private page(ctx: RequestContext, args: ListUsersDto): Promise<ItemPage> {
    return this.cache.list(
      this.partition(ctx, args),
      () => this.users.listVersions(ctx.principal, args),
      (found, partition) => partition.page(found, (ids) => this.rendered(ctx, ids, args)),
      () => this.read(ctx, args),
    );
  }

  private async read(ctx: RequestContext, args: ListUsersDto): Promise<ItemPage> {
    const { items, total } = await this.users.list(ctx.principal, args);
    const users = args.context === 'edit' ? items.filter((user) => this.policy.mayEdit(ctx, user)) : items;
    // The filter also finds users without published entries.
    const unreadable = args.who === 'authors' ? await this.policy.unreadableAmong(ctx, users) : undefined;
    return { items: await this.presenter.many(ctx, users, args.context, ctx.wants, unreadable), total };
  }

  /** Undefined if the response shows more of users than versions follow. */
  private partition(ctx: RequestContext, { who, context }: ListUsersDto): CachePartition | undefined {
    const { model } = ctx.site;
    const isVersioned =
      who !== 'authors' &&
      (context !== 'edit' || ctx.principal.can('edit_users')) &&
      model.fields.of('user').length === 0 &&
      visibleMeta(model, 'user', undefined, ctx.principal, context).length === 0;
    return isVersioned ? this.cache.partition(ctx, 'users', context) : undefined;
  }

  private async rendered(
    ctx: RequestContext,
    ids: readonly number[],
    { context }: ListUsersDto,
  ): Promise<RenderedItem[]> {
    const users = await this.users.byIds(ids);
    const serialized = await this.embeds.serialize(ctx, await this.presenter.many(ctx, users, context));
    return users.map(({ id }, index) => ({ id, item: serialized[index]!, isCacheable: true }));
  }
}
