import { Inject } from '@nestjs/common';
import { PrincipalService } from '../../access/principal.service.js';
import { ApplicationPasswordsService } from '../../access/authentication/application-passwords.service.js';
import { passwordNotFound } from './application-passwords.errors.js';
import { APPLICATION_PASSWORD as ALL_MEMBERS, type PresentablePassword } from './application-passwords.fields.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { dateTime } from '../../rest/fields/read-only.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, Reply } from '../../rest/response/reply.js';
import { RouteRegistry } from '../../rest/route/route-registry.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { cleanTextField } from '../../text/clean.js';
import { toText } from '../../text/php/php-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { UsersAdminPolicy } from '../users/users.admin.policy.js';
import { UserDto } from '../users/user.admin.dto.js';

const APPLICATION_PASSWORD = new ResourceFields('application-password', {
  uuid: { description: 'UUID of the application password.', type: 'string', readonly: true },
  name: { description: 'Description.', type: 'string', required: true },
  created: dateTime('Time of creation, in UTC.'),
  last_used: dateTime('Time of the last use, in UTC.'),
  last_ip: { description: 'IP address of the last use.', type: 'string', readonly: true, nullable: true },
  read_only: { description: 'Whether it can only read.', type: 'boolean' },
  namespaces: {
    description: 'Namespaces that it can be used for; empty: all.',
    type: 'array',
    items: { type: 'string' },
  },
  login: {
    description: 'Login of the user, for HTTP Basic. Present only in the response that creates it.',
    type: 'string',
    readonly: true,
    optional: true,
  },
  password: {
    description: 'The generated password. Present only in the response that creates it.',
    type: 'string',
    readonly: true,
    optional: true,
  },
});

class CreatePasswordDto extends UserDto {
  @Arg({
    type: 'string',
    required: true,
    maxLength: 200,
    sanitize: (value) => cleanTextField(toText(value)),
    description: 'Name of the application the password is for.',
  })
  name!: string;

  @Arg({ type: 'string', format: 'uuid', description: 'UUID that the application has chosen for itself.' })
  app_id?: string;

  @Arg({ type: 'boolean', default: false, description: 'Whether it can only read.' })
  read_only!: boolean;

  @Arg({
    type: 'array',
    items: { type: 'string' },
    maxItems: 50,
    default: [],
    description: 'Namespaces that it can be used for; empty: all.',
  })
  namespaces!: string[];
}

class PasswordDto extends UserDto {
  @Arg({ type: 'string', required: true, description: 'UUID of the application password.' })
  uuid!: string;
}

/** Application passwords of a user, as WordPress stores them. */
@RestController({
  namespace: 'nestpress/v1',
  base: '/users/(?P<user>[\\d]+)/application-passwords',
  fields: APPLICATION_PASSWORD,
})
export class ApplicationPasswordsAdminController {
  constructor(
    private readonly passwords: ApplicationPasswordsService,
    private readonly routes: RouteRegistry,
    private readonly accounts: PrincipalService,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  @Route({ methods: READABLE, args: UserDto, can: can(UsersAdminPolicy, 'edit') })
  async list(@Args() { user }: UserDto): Promise<Item[]> {
    return (await this.passwords.list(user)).map((password) => this.present(password));
  }

  @Route({ methods: CREATABLE, args: CreatePasswordDto, can: can(UsersAdminPolicy, 'edit') })
  async create(
    @Ctx() { principal: by }: RequestContext,
    @Args() { user, name, app_id: appId, read_only: readOnly, namespaces }: CreatePasswordDto,
  ): Promise<Reply> {
    if (name === '') throw new RestError('rest_invalid_param', 'An application password needs a name.', 400);
    const unknown = namespaces.find((namespace) => !this.routes.namespaces.includes(namespace));
    if (unknown !== undefined)
      throw invalidParams({
        namespaces: `There is no namespace "${unknown}". Namespaces: ${this.routes.namespaces.join(', ')}.`,
      });
    const created = await this.passwords.create(user, name, { appId, limits: { readOnly, namespaces }, by });
    const { members } = this.present(created);
    return new Reply(new Item({ ...members, login: (await this.accounts.findById(user))?.login ?? '' }), 201);
  }

  @Route({
    methods: DELETABLE,
    path: '/(?P<uuid>[\\w-]+)',
    args: PasswordDto,
    can: can(UsersAdminPolicy, 'edit'),
  })
  async delete(@Ctx() { principal }: RequestContext, @Args() { user, uuid }: PasswordDto): Promise<object> {
    const stored = await this.passwords.find(user, uuid);
    if (!stored) throw passwordNotFound();
    await this.passwords.revoke(user, [uuid], principal);
    return { deleted: true, previous: this.present(stored).members };
  }

  /** As wp/v2 shows it, except for the ID of the application. */
  private present(password: PresentablePassword): Item {
    const { app_id: _appId, ...members } = ALL_MEMBERS.projection(this.profile, 'edit')(password, undefined);
    const { readOnly = false, namespaces = [] } = password.limits ?? {};
    return new Item({ ...members, read_only: readOnly, namespaces });
  }
}
