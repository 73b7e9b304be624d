import { Arg } from '../../rest/args/arg.decorator.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { dateTime } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, Ctx, DELETABLE, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { utcIsoText } from '../../text/dates.js';
import { UserDto } from '../users/user.admin.dto.js';
import { UsersAdminPolicy } from '../users/users.admin.policy.js';
import { type ListedToken, TokensService } from './tokens.service.js';

const text = (description: string) => ({ type: 'string' as const, description, readonly: true });

const TOKEN = new ResourceFields('app-token', {
  id: { type: 'integer', description: 'ID of the sign-in.', readonly: true },
  name: text('Name of the app.'),
  scope: text('What its tokens are for.'),
  created: dateTime('Time of the sign-in, in UTC.'),
  last_used: dateTime('Time of the last refresh, in UTC.'),
  last_ip: text('IP address of the last refresh.'),
  expires: dateTime('Expiry time, in UTC.'),
  current: { type: 'boolean', description: 'Whether the request belongs to it.', readonly: true },
});

class TokenDto extends UserDto {
  @Arg({ type: 'integer', required: true, description: 'ID of the sign-in.' })
  id!: number;
}

const EDIT = can(UsersAdminPolicy, 'edit');

/** The apps that are signed in to an account with tokens. */
@RestController({ namespace: 'nestpress/v1', base: '/users/(?P<user>[\\d]+)/tokens', fields: TOKEN })
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Route({ methods: READABLE, args: UserDto, can: EDIT, returns: 'list' })
  async list(@Ctx() { principal }: RequestContext, @Args() { user }: UserDto): Promise<Item[]> {
    return (await this.tokens.list(user)).map((token) => present(token, principal.token));
  }

  @Route({ methods: DELETABLE, path: '/(?P<id>[\\d]+)', args: TokenDto, can: EDIT })
  async delete(@Ctx() { principal }: RequestContext, @Args() { user, id }: TokenDto): Promise<object> {
    if (!(await this.tokens.revoke(user, id, principal)))
      throw new RestError('rest_token_unknown', 'There is no such token.', 404);
    return { deleted: true };
  }
}

function present({ id, name, scope, created, used, address, expires }: ListedToken, current: number | undefined): Item {
  const time = (seconds: number) => utcIsoText(new Date(Number(seconds) * 1000));
  return new Item({
    ...{ id, name, scope, created: time(created), last_used: time(used), last_ip: address, expires: time(expires) },
    current: id === current,
  });
}
