import { type ListedSession, LoginSessionsService } from '../../../access/authentication/login-sessions.service.js';
import { tooManyAttempts } from '../../../access/authentication/auth-result.js';
import { secondFactorUri, SecondFactorService } from '../../../access/authentication/second-factor.service.js';
import { siteName } from '../../notifications/notice-texts.js';
import { Arg } from '../../../rest/args/arg.decorator.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { text } from '../../../rest/fields/read-only.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { Item } from '../../../rest/response/reply.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../../rest/route/route.decorators.js';
import { UsersAdminPolicy } from '../users.admin.policy.js';
import { UserDto } from '../user.admin.dto.js';
import { refusal } from '../../../rest/errors/auth-error.js';

const dateTime = (description: string) => ({ ...text(description), format: 'date-time' });

const SESSION = new ResourceFields('session', {
  id: text('ID of the session.'),
  started: dateTime('Time of the sign-in, in UTC.'),
  expires: dateTime('Expiry time, in UTC.'),
  ip: text('IP address of the sign-in.'),
  user_agent: text('Browser that signed in.'),
  current: { description: 'Whether the request belongs to it.', type: 'boolean', readonly: true },
});

class SessionDto extends UserDto {
  @Arg({ type: 'string', required: true, description: 'ID of the session.' })
  id!: string;
}

/** The login sessions of a user. */
@RestController({ namespace: 'nestpress/v1', base: '/users/(?P<user>[\\d]+)/sessions', fields: SESSION })
export class SessionsController {
  constructor(private readonly sessions: LoginSessionsService) {}

  @Route({ methods: READABLE, args: UserDto, can: can(UsersAdminPolicy, 'manageSignIn'), returns: 'list' })
  async list(@Ctx() { principal }: RequestContext, @Args() { user }: UserDto): Promise<Item[]> {
    return (await this.sessions.list(user, principal.sessionToken)).map(presentSession);
  }

  /** Ends all sessions but the requester's own. */
  @Route({ methods: DELETABLE, args: UserDto, can: can(UsersAdminPolicy, 'manageSignIn') })
  async deleteOthers(@Ctx() { principal }: RequestContext, @Args() { user }: UserDto): Promise<object> {
    await this.sessions.endOthers(user, principal);
    return { deleted: true };
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<id>[0-9a-f]+)',
    args: SessionDto,
    can: can(UsersAdminPolicy, 'manageSignIn'),
  })
  async delete(@Ctx() { principal }: RequestContext, @Args() { user, id }: SessionDto): Promise<object> {
    if (!(await this.sessions.end(user, id, principal)))
      throw new RestError('rest_session_unknown', 'There is no such session.', 404);
    return { deleted: true };
  }
}

function presentSession({ id, login, expiration, ip, userAgent, isOwn }: ListedSession): Item {
  return new Item({
    id,
    started: utc(login),
    expires: utc(expiration),
    ip,
    user_agent: userAgent,
    current: isOwn,
  });
}

function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

const SECOND_FACTOR = new ResourceFields('second-factor', {
  enabled: { description: 'Whether signing in needs a code.', type: 'boolean', readonly: true },
  recovery_codes_left: { description: 'Number of unused recovery codes.', type: 'integer', readonly: true },
  secret: {
    ...text('The new secret, for the authenticator app. Only in the response that creates it.'),
    optional: true,
  },
  uri: { ...text('The secret as an address that authenticator apps read.'), optional: true },
  recovery_codes: {
    description: 'Codes that each work once instead of the app. Only in the response that enables the second factor.',
    type: 'array',
    items: { type: 'string' },
    readonly: true,
    optional: true,
  },
});

const code = { type: 'string', maxLength: 100, description: 'Code of the authenticator app.' } as const;

class EnableDto extends UserDto {
  @Arg(code)
  code?: string;
}

class DisableDto extends UserDto {
  @Arg({ ...code, description: 'Code of the authenticator app, or a recovery code; for the own account.' })
  code?: string;
}

/** The second factor of a user. */
@RestController({ namespace: 'nestpress/v1', base: '/users/(?P<user>[\\d]+)/second-factor', fields: SECOND_FACTOR })
export class SecondFactorController {
  constructor(private readonly secondFactors: SecondFactorService) {}

  @Route({ methods: READABLE, args: UserDto, can: can(UsersAdminPolicy, 'manageSignIn') })
  async read(@Args() { user }: UserDto): Promise<Item> {
    const { isEnabled, recoveryCodesLeft } = await this.secondFactors.state(user);
    return new Item({ enabled: isEnabled, recovery_codes_left: recoveryCodesLeft });
  }

  /** Without a code: makes a secret. With a code of the app that has it: enables the second factor. */
  @Route({ methods: CREATABLE, args: EnableDto, can: can(UsersAdminPolicy, 'changeOwnSignIn') })
  async create(@Ctx() { principal, site }: RequestContext, @Args() { user, code }: EnableDto): Promise<Item> {
    if (code === undefined) {
      const secret = await this.secondFactors.begin(user);
      if (secret === undefined)
        throw new RestError('rest_second_factor_enabled', 'A second factor is enabled already.', 409);
      const uri = secondFactorUri(secret, siteName(site), principal.login);
      return new Item({ enabled: false, recovery_codes_left: 0, secret, uri });
    }
    const codes = await this.secondFactors.enable(user, code, principal);
    if (codes === 'wrong') throw wrongCode();
    if ('blockedFor' in codes) throw refusal(tooManyAttempts(codes.blockedFor).error);
    return new Item({ enabled: true, recovery_codes_left: codes.length, recovery_codes: codes });
  }

  /** The own account needs a code. For users who lost theirs, those who may edit them do it. */
  @Route({ methods: DELETABLE, args: DisableDto, can: can(UsersAdminPolicy, 'manageSignIn') })
  async delete(@Ctx() { principal }: RequestContext, @Args() { user, code = '' }: DisableDto): Promise<object> {
    if (principal.id === user) {
      const result = await this.secondFactors.check(user, code);
      if (result === 'wrong') throw wrongCode();
      if (result !== 'accepted') throw refusal(tooManyAttempts(result.blockedFor).error);
    }
    await this.secondFactors.disable(user, principal);
    return { deleted: true };
  }
}

const wrongCode = () => new RestError('rest_second_factor_invalid', 'The code is not correct or was used before.', 400);
