import { Injectable } from '@nestjs/common';
import { AccountsStore } from '../../access/authentication/index.js';
import { can, siteFacts } from '../../access/capabilities/index.js';
import { denied, RestError } from '../../rest/errors/index.js';
import { type RequestContext } from '../../rest/http/index.js';

/** Who may see and change the link of an account to a user of the identity provider. */
@Injectable()
export class IdentityLinkPolicy {
  constructor(private readonly accounts: AccountsStore) {}

  /** Not for programs with an application password: a link is a way to sign in. */
  async manage({ principal, site }: RequestContext, { user }: { user: number }): Promise<true | RestError> {
    const isEditor = !principal.isAnonymous && can(principal, 'edit_user', { id: user }, siteFacts(site));
    if (!isEditor || principal.applicationPassword !== undefined || principal.token !== undefined)
      return denied(principal, 'rest_cannot_edit', 'You may not change how this user signs in.');
    return (await this.accounts.exists(user)) || new RestError('rest_user_invalid_id', 'There is no such user.', 404);
  }

  /** Only with a session: its browser is the one that goes to the provider. */
  async changeOwn(ctx: RequestContext, args: { user: number }): Promise<true | RestError> {
    const verdict = await this.manage(ctx, args);
    if (verdict !== true) return verdict;
    const isOwner = ctx.principal.id === args.user && ctx.principal.sessionToken !== undefined;
    return isOwner || denied(ctx.principal, 'rest_cannot_edit', 'Users link their account themselves, in the console.');
  }
}
