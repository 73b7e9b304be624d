import { Injectable } from '@nestjs/common';
import { can, siteFacts } from '../../access/capabilities/index.js';
import { type User } from '../users/user.js';
import { UsersStore } from '../users/users.store.js';
import { NetworkStore } from '../../site/network.store.js';
import { toInteger } from '../../text/php/php-values.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext, RequestLoader } from '../../rest/http/request-context.js';

type Owned = { user_id?: string };
type Verdict = Promise<true | RestError>;

const notLoggedIn = () => new RestError('rest_not_logged_in', 'You are not signed in.', 401);
const unknownUser = () => new RestError('rest_user_invalid_id', 'There is no user with this ID.', 404);

/** Users who may edit a user manage the user's application passwords. */
@Injectable()
export class ApplicationPasswordsPolicy {
  private readonly byId = new RequestLoader((id: number) => this.users.byId(id));

  constructor(
    private readonly users: UsersStore,
    private readonly networks: NetworkStore,
  ) {}

  list(ctx: RequestContext, args: Owned): Verdict {
    return this.manage(ctx, args, 'rest_cannot_list_application_passwords');
  }

  read(ctx: RequestContext, args: Owned): Verdict {
    return this.manage(ctx, args, 'rest_cannot_read_application_password');
  }

  create(ctx: RequestContext, args: Owned): Verdict {
    return this.manage(ctx, args, 'rest_cannot_create_application_passwords');
  }

  update(ctx: RequestContext, args: Owned): Verdict {
    return this.manage(ctx, args, 'rest_cannot_edit_application_password');
  }

  delete(ctx: RequestContext, args: Owned): Verdict {
    return this.manage(ctx, args, 'rest_cannot_delete_application_password');
  }

  deleteAll(ctx: RequestContext, args: Owned): Verdict {
    return this.manage(ctx, args, 'rest_cannot_delete_application_passwords');
  }

  /** Only the password that authenticated the request can be introspected. */
  async introspect(ctx: RequestContext, args: Owned): Verdict {
    const owner = await this.findOwner(ctx, args);
    if (owner instanceof RestError) return owner;
    const code = 'rest_cannot_introspect_app_password_for_non_authenticated_user';
    return owner.id === ctx.principal.id || denied(ctx.principal, code, 'This is not the user of the request.');
  }

  /** The user whose passwords are requested. */
  async findOwner(ctx: RequestContext, { user_id: named }: Owned): Promise<User | RestError> {
    const isMe = named === 'me';
    if (isMe && ctx.principal.isAnonymous) return notLoggedIn();
    const id = isMe ? ctx.principal.id : toInteger(named);
    const owner = id > 0 ? await this.byId.of(ctx, id) : undefined;
    return owner && (owner.isMember || (await this.isSuperAdmin(owner))) ? owner : unknownUser();
  }

  /** Super admins are the only accounts of a network that every site knows. */
  private async isSuperAdmin({ login }: User): Promise<boolean> {
    return (await this.networks.rules())?.superAdmins.has(login) === true;
  }

  private async manage(ctx: RequestContext, args: Owned, code: string): Verdict {
    const owner = await this.findOwner(ctx, args);
    if (owner instanceof RestError) return owner;
    const mayEdit = can(ctx.principal, 'edit_user', { id: owner.id }, siteFacts(ctx.site));
    return mayEdit || denied(ctx.principal, code, 'You may not manage the application passwords of this user.');
  }
}
