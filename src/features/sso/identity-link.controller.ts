import { Arg } from '../../rest/args/index.js';
import { RestError } from '../../rest/errors/index.js';
import { ResourceFields, text } from '../../rest/fields/index.js';
import { RequestContext } from '../../rest/http/index.js';
import { Item } from '../../rest/response/index.js';
import { Args, can, CREATABLE, Ctx, DELETABLE, READABLE, RestController, Route } from '../../rest/route/index.js';
import { IdentityLinkPolicy } from './identity-link.policy.js';
import { OidcLinksService } from './oidc-links.service.js';
import { callbackUrl, OidcService, pendingCookie } from './oidc.service.js';

const LINK = new ResourceFields('identity-link', {
  provider: text('Name of the identity provider.'),
  linked: { description: 'Whether the account is linked to a user of the provider.', type: 'boolean', readonly: true },
  proposed: {
    description: 'The user of the provider that the account is linked to once its owner confirms it.',
    type: 'object',
    nullable: true,
    readonly: true,
    properties: { subject: text('Issuer and subject.'), name: text('How the provider calls the user.') },
  },
  address: {
    ...text('Where the owner signs in at the provider. Only in the response that begins a link.'),
    optional: true,
  },
});

class IdentityLinkDto {
  @Arg({ type: 'integer', required: true, description: 'User ID.' })
  user!: number;
}

class CreateLinkDto extends IdentityLinkDto {
  @Arg({
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    description: 'The proposed user of the provider, to confirm the link.',
  })
  subject?: string;
}

/** The link of an account to a user of the identity provider, for users whose e-mail addresses there and here differ. */
@RestController({ namespace: 'nestpress/v1', base: '/users/(?P<user>[\\d]+)/identity-link', fields: LINK })
export class IdentityLinkController {
  constructor(
    private readonly oidc: OidcService,
    private readonly links: OidcLinksService,
  ) {}

  @Route({ methods: READABLE, args: IdentityLinkDto, can: can(IdentityLinkPolicy, 'manage') })
  async read(@Ctx() { principal }: RequestContext, @Args() { user }: IdentityLinkDto): Promise<Item> {
    return this.present(user, principal.id === user);
  }

  /** Without a subject: begins the sign-in at the provider. With the proposed one: links the account. */
  @Route({ methods: CREATABLE, args: CreateLinkDto, can: can(IdentityLinkPolicy, 'changeOwn') })
  async create(@Ctx() ctx: RequestContext, @Args() { user, subject }: CreateLinkDto): Promise<Item> {
    if (subject === undefined) {
      if (await this.links.isLinked(user)) throw linkedAlready();
      const { address, pending } = await this.begin(callbackUrl(ctx.site.siteUrl));
      ctx.headers['Set-Cookie'] = pendingCookie(ctx.site.siteUrl, { ...pending, account: user });
      const item = await this.present(user, true);
      return new Item({ ...item.members, address: address.href });
    }
    const proposed = await this.links.proposal(user);
    // What is linked is what the owner has seen.
    if (proposed?.subject !== subject) throw nothingProposed();
    await this.oidc.confirm(proposed, ctx.principal);
    return this.present(user, true);
  }

  @Route({ methods: DELETABLE, args: IdentityLinkDto, can: can(IdentityLinkPolicy, 'manage') })
  async delete(@Ctx() { principal }: RequestContext, @Args() { user }: IdentityLinkDto): Promise<object> {
    if (!(await this.links.unlink(user, principal)))
      throw new RestError('rest_identity_not_linked', 'The account is not linked to a user of the provider.', 404);
    return { deleted: true };
  }

  private async begin(callback: string) {
    try {
      return await this.oidc.begin(callback);
    } catch {
      throw new RestError('rest_provider_unavailable', 'The identity provider does not respond.', 503);
    }
  }

  /** Others do not see what only the owner can confirm. */
  private async present(user: number, isOwner: boolean): Promise<Item> {
    const [linked, proposed] = await Promise.all([
      this.links.isLinked(user),
      isOwner ? this.links.proposal(user) : undefined,
    ]);
    return new Item({ provider: this.oidc.providerName, linked, proposed: proposed ? { ...proposed } : null });
  }
}

const linkedAlready = () =>
  new RestError('rest_identity_linked', 'The account is linked to a user of the provider already.', 409);

const nothingProposed = () =>
  new RestError('rest_identity_not_proposed', 'Sign in at the provider first, and confirm within ten minutes.', 409);
