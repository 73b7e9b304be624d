import { Injectable } from '@nestjs/common';
import { can, siteFacts } from '../../access/capabilities/index.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { UsersStore } from './users.store.js';

type Verdict = Promise<true | RestError>;

export const noSuchUser = () => new RestError('rest_user_invalid_id', 'There is no such user.', 404);

/** Who may use the routes below `users/ID` in nestpress/v1. */
@Injectable()
export class UsersAdminPolicy {
  constructor(private readonly users: UsersStore) {}

  async edit({ principal, site }: RequestContext, { user }: { user: number }): Verdict {
    if (principal.isAnonymous) return denied(principal, 'rest_cannot_edit', 'You may not edit this user.');
    if (user !== principal.id && !(await this.users.byId(user)))
      return principal.can('list_users')
        ? noSuchUser()
        : denied(principal, 'rest_cannot_edit', 'You may not edit this user.');
    return (
      can(principal, 'edit_user', { id: user }, siteFacts(site)) ||
      denied(principal, 'rest_cannot_edit', 'You may not edit this user.')
    );
  }

  /** Sessions, second factors and links to choose a password: not for programs with credentials of their own. */
  async manageSignIn(ctx: RequestContext, args: { user: number }): Verdict {
    const verdict = await this.edit(ctx, args);
    const { applicationPassword, token } = ctx.principal;
    if (verdict !== true || (applicationPassword === undefined && token === undefined)) return verdict;
    return denied(ctx.principal, 'rest_cannot_edit', 'Credentials of apps may not change how users sign in.');
  }

  async changeOwnSignIn(ctx: RequestContext, args: { user: number }): Verdict {
    const verdict = await this.manageSignIn(ctx, args);
    if (verdict !== true || ctx.principal.id === args.user) return verdict;
    return denied(ctx.principal, 'rest_cannot_edit', 'Users set up a second factor themselves.');
  }
}
