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
    const found = await this.users.byIds(ids.map(Number));
    const published = await this.users.publishedAmong([...found.keys()]);
    const embedded = new Map<number | string, Item | object>();
    for (const id of ids) {
      const user = found.get(Number(id));
      const refusal = user
        ? await this.policy.checkReadable(ctx, user, 'embed', () => published.has(user.id))
        : unknownUser();
      embedded.set(id, user && !refusal ? await this.presenter.one(ctx, user, 'embed') : refusal!.body);
    }
    return embedded;
  }
}
