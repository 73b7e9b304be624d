import {
  type ApplicationPassword,
  ApplicationPasswordsService,
} from '../../access/authentication/application-passwords.service.js';
import { CredentialWritesService } from '../../access/authentication/credential-writes.service.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { type Item, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import {
  CreatePasswordDto,
  ListPasswordsDto,
  OwnerDto,
  PasswordDto,
  ReadPasswordDto,
  UpdatePasswordDto,
} from './application-passwords.dto.js';
import { passwordNotFound } from './application-passwords.errors.js';
import { APPLICATION_PASSWORD } from './application-passwords.fields.js';
import { ApplicationPasswordsPolicy } from './application-passwords.policy.js';
import { ApplicationPasswordsPresenter, passwordUrl } from './application-passwords.presenter.js';

const ONE = '/(?P<uuid>[\\w\\-]+)';

const notUsed = () =>
  new RestError('rest_no_authenticated_app_password', 'This request was not made with an application password.', 404);

@RestController({
  namespace: 'wp/v2',
  base: '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords',
  fields: APPLICATION_PASSWORD,
})
export class UserApplicationPasswordsController {
  constructor(
    private readonly passwords: ApplicationPasswordsService,
    private readonly policy: ApplicationPasswordsPolicy,
    private readonly presenter: ApplicationPasswordsPresenter,
    private readonly credentialWrites: CredentialWritesService,
  ) {}

  @Route({ methods: READABLE, args: ListPasswordsDto, can: can(ApplicationPasswordsPolicy, 'list') })
  async list(@Ctx() ctx: RequestContext, @Args() args: ListPasswordsDto): Promise<Item[]> {
    const owner = await this.ownerId(ctx, args);
    return (await this.passwords.list(owner)).map((password) =>
      this.presenter.item(ctx, owner, password, args.context),
    );
  }

  @Route({ methods: CREATABLE, args: CreatePasswordDto, can: can(ApplicationPasswordsPolicy, 'create') })
  async create(@Ctx() ctx: RequestContext, @Args() args: CreatePasswordDto): Promise<Reply> {
    const owner = await this.ownerId(ctx, args);
    const created = await this.passwords.create(owner, args.name!, { appId: args.app_id, by: ctx.principal });
    const headers = { Location: passwordUrl(ctx.site, owner, created.uuid) };
    return new Reply(this.presenter.item(ctx, owner, created, 'edit'), 201, headers);
  }

  @Route({ methods: DELETABLE, args: OwnerDto, can: can(ApplicationPasswordsPolicy, 'deleteAll') })
  async deleteAll(@Ctx() ctx: RequestContext, @Args() args: OwnerDto): Promise<Reply> {
    const owner = await this.ownerId(ctx, args);
    const uuids = (await this.passwords.list(owner)).map(({ uuid }) => uuid);
    await this.passwords.revoke(owner, uuids, ctx.principal);
    return new Reply({ deleted: true, count: uuids.length });
  }

  // Before the routes of single passwords: Express would match `introspect` as a UUID.
  @Route({
    methods: READABLE,
    path: '/introspect',
    args: ListPasswordsDto,
    can: can(ApplicationPasswordsPolicy, 'introspect'),
  })
  async introspect(@Ctx() ctx: RequestContext, @Args() args: ListPasswordsDto): Promise<Item> {
    const { applicationPassword } = ctx.principal;
    if (applicationPassword === undefined) throw notUsed();
    const owner = await this.ownerId(ctx, args);
    // The response shows when the password was last used, which is now.
    await this.credentialWrites.finished();
    return this.presenter.item(ctx, owner, await this.find(owner, applicationPassword), args.context);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadPasswordDto, can: can(ApplicationPasswordsPolicy, 'read') })
  async read(@Ctx() ctx: RequestContext, @Args() args: ReadPasswordDto): Promise<Item> {
    const owner = await this.ownerId(ctx, args);
    return this.presenter.item(ctx, owner, await this.find(owner, args.uuid), args.context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdatePasswordDto, can: can(ApplicationPasswordsPolicy, 'update') })
  async update(@Ctx() ctx: RequestContext, @Args() args: UpdatePasswordDto): Promise<Item> {
    const owner = await this.ownerId(ctx, args);
    const { uuid, name } = await this.find(owner, args.uuid!);
    if (args.name !== undefined && args.name !== name)
      await this.passwords.rename(owner, uuid, args.name, ctx.principal);
    return this.presenter.item(ctx, owner, await this.find(owner, uuid), 'edit');
  }

  @Route({ methods: DELETABLE, path: ONE, args: PasswordDto, can: can(ApplicationPasswordsPolicy, 'delete') })
  async delete(@Ctx() ctx: RequestContext, @Args() args: PasswordDto): Promise<Reply> {
    const owner = await this.ownerId(ctx, args);
    const previous = this.presenter.item(ctx.whole(), owner, await this.find(owner, args.uuid), 'edit');
    await this.passwords.revoke(owner, [args.uuid], ctx.principal);
    return new Reply({ deleted: true, previous: previous.members });
  }

  private async ownerId(ctx: RequestContext, args: { user_id?: string }): Promise<number> {
    const owner = await this.policy.findOwner(ctx, args);
    if (owner instanceof RestError) throw owner;
    return owner.id;
  }

  private async find(owner: number, uuid: string): Promise<ApplicationPassword> {
    const found = await this.passwords.find(owner, uuid);
    if (!found) throw passwordNotFound();
    return found;
  }
}
