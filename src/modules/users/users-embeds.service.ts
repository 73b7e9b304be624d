import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UsersStore } from './users.store.js';
import { EmbedRegistry, type EmbedSource } from '../../rest/response/embed.js';
import { type Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { unknownUser } from './users.errors.js';
import { UsersPolicy } from './users.policy.js';
import { UsersPresenter } from './users.presenter.js';

/** Users embedded in other resources, with three statements per page. A user the requester may not read is the error of a request. */
@Injectable()
export class UsersEmbedsService implements EmbedSource, OnModuleInit {
  constructor(
    private readonly registry: EmbedRegistry,
    private readonly users: UsersStore,
    private readonly policy: UsersPolicy,
    private readonly presenter: UsersPresenter,
  ) {}

  onModuleInit(): void {
    this.registry.register('users', this);
  }

  async byId(ctx: RequestContext, ids: readonly (number | string)[]): Promise<Map<number | string, Item | object>> {
    const accounts = await this.users.byIds(ids.map(Number));
    const found = new Map([...accounts].filter(([, { isMember }]) => isMember));
    const published = await this.users.publishedAmong([...found.keys()]);
    const refusals = new Map<number, object>();
    for (const user of found.values()) {
      const refusal = await this.policy.checkReadable(ctx, user, 'embed', () => published.has(user.id));
      if (refusal) refusals.set(user.id, refusal.body);
    }
    const readable = [...found.values()].filter(({ id }) => !refusals.has(id));
    const items = await this.presenter.many(ctx, readable, 'embed');
    const itemOf = new Map(readable.map(({ id }, index) => [id, items[index]!]));
    return new Map(
      ids.map((id) => [id, itemOf.get(Number(id)) ?? refusals.get(Number(id)) ?? unknownUser().body] as const),
    );
  }
}
