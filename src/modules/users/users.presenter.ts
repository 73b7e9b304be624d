import { Inject, Injectable } from '@nestjs/common';
import { RolesStore } from '../../access/roles.store.js';
import { MetaStore } from '../meta/meta.store.js';
import { type User } from './user.js';
import { type Context } from '../../rest/args/common.dto.js';
import { fieldRequest } from '../../rest/http/field-request.js';
import { addFieldLinks, Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { Database } from '../../database/database.js';
import { loadFields } from '../../content-model/field-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { visibleMeta } from '../meta/meta.field.js';
import { userFields } from './users.fields.js';

@Injectable()
export class UsersPresenter {
  constructor(
    private readonly roles: RolesStore,
    private readonly meta: MetaStore,
    private readonly database: Database,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** With `only`, just the selected fields. */
  async one(ctx: RequestContext, user: User, context: Context, only?: ReadonlySet<string>): Promise<Item> {
    const [item] = await this.many(ctx, [user], context, only);
    return item!;
  }

  async many(
    ctx: RequestContext,
    users: readonly User[],
    context: Context,
    only?: ReadonlySet<string>,
    /** Users whom the requester may read only as part of this list. */
    unreadable?: ReadonlySet<number>,
  ): Promise<Item[]> {
    const resource = userFields(ctx.site.model);
    const members = resource.members(this.profile, context, only);
    const project = resource.projection(this.profile, context, only);
    const metaFields = members.has('meta')
      ? visibleMeta(ctx.site.model, 'user', undefined, ctx.principal, context)
      : [];
    const fields = ctx.site.model.fields.of('user').filter(({ name }) => members.has(name));
    const [roles, meta, declared] = await Promise.all([
      this.roles.definitions(),
      this.meta.load(
        'user',
        users.map((user) => user.id),
        metaFields,
      ),
      loadFields(fields, users, this.database, fieldRequest(ctx)),
    ]);
    // Editors get what is stored.
    const description = (user: User) =>
      context === 'edit' ? user.description : ctx.site.withPublicLinks(user.description);
    const view = { site: ctx.site, description, roles, avatars: this.profile.users, metaFields, meta, declared };
    const collection = ctx.site.rest('/wp/v2/users');
    return users.map((user) => {
      const isUnreadable = unreadable?.has(user.id);
      const links = new Links()
        .add('self', ctx.site.rest(`/wp/v2/users/${user.id}`), { isUnreadable })
        .add('collection', collection);
      return new Item(
        project(user, view),
        addFieldLinks(fields, (name) => declared.get(name)?.get(user.id), links),
      );
    });
  }
}
