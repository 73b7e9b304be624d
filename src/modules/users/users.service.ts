import { type TextDialect } from '../../variant/text.variants.js';
import { type TextRules } from '../../text/text-rules.js';
import { Inject, Injectable } from '@nestjs/common';
import { CookieAuthenticationService } from '../../access/authentication/cookie-authentication.service.js';
import { hashPassword } from '../../text/passwords/index.js';
import { type Principal } from '../../access/principal.js';
import { RolesStore } from '../../access/roles.store.js';
import { lockForUpdate } from '../../database/lock-parents.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { slugify } from '../../text/slug.js';
import { type WriteContext } from '../entries/write/entry-changes.js';
import { MAX_LENGTH, type User } from './user.js';
import { UserEntriesService } from './user-entries.service.js';
import { typeNames, type UserQuery } from './user-query.js';
import { type ListPage } from '../../database/lists/list-query.js';
import { type FoundVersion } from '../../database/lists/indexed/versions.js';
import { UsersStore } from './users.store.js';
import { UsersWriter, type UserValues } from './users.writer.js';
import { type MetaChange, MetaStore } from '../meta/meta.store.js';
import { Database, type Transaction } from '../../database/database.js';
import { fitsColumn, User as UserRow } from '../../database/entities/index.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type FieldRequest } from '../../content-model/field-types.js';
import { fieldUpdate } from '../../content-model/field-values.js';
import { NetworkStore, type NetworkRules } from '../../site/network.store.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type ListUsersDto } from './users.dto.js';
import { MetaInputService } from '../meta/meta-input.service.js';
import * as errors from './users.errors.js';
import { type UserInput } from './users.fields.js';
import { mayListUsers } from './users.policy.js';
import { filterUserDescription } from '../../text/sanitize/kses.js';
import { cleanName, cleanProfileEmail, cleanProfileUrl, defaultDisplayName, nicenameFrom } from './profile-text.js';
import { slugTooLong, tooLong } from './users.errors.js';

/** For the admin pages of a WordPress on the same database; every new user gets them. */
const PREFERENCES = {
  rich_editing: 'true',
  comment_shortcuts: 'false',
  admin_color: 'fresh',
  use_ssl: '0',
  show_admin_bar_front: 'true',
};

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly writer: UsersWriter,
    private readonly entries: UserEntriesService,
    private readonly roles: RolesStore,
    private readonly notifications: NotificationsService,
    private readonly cookies: CookieAuthenticationService,
    private readonly meta: MetaStore,
    private readonly metaInput: MetaInputService,
    private readonly model: ContentModel,
    private readonly networks: NetworkStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(principal: Principal, args: ListUsersDto): Promise<ListPage<User>> {
    return this.users.list(await this.query(principal, args));
  }

  /** IDs and versions of the users on a page, without reading them. */
  async listVersions(principal: Principal, args: ListUsersDto): Promise<ListPage<FoundVersion>> {
    return this.users.findVersions(await this.query(principal, args));
  }

  byIds(ids: readonly number[]): Promise<User[]> {
    return this.users.inOrder(ids);
  }

  private async query(principal: Principal, args: ListUsersDto): Promise<UserQuery> {
    const authors = args.who === 'authors';
    const lists = mayListUsers(principal);
    return {
      search: args.search,
      searched: lists ? 'all' : this.profile.users.publicNameSearch ? 'shown' : 'addresses',
      // E-mail addresses are searched only for requesters who may see them.
      searchColumns: args.search_columns?.filter((column) => lists || column !== 'email'),
      include: args.include.map(Math.abs),
      exclude: args.exclude.map(Math.abs),
      slugs: args.slug,
      roles: await this.rolesAndCapabilities(args),
      published: !lists && !authors,
      publishedTypes: this.publishedTypes(args),
      authors,
      orderby: args.orderby,
      order: args.order,
      offset: Math.min(offsetOf(args), Number.MAX_SAFE_INTEGER),
      perPage: args.per_page,
    };
  }

  /** Users with one of the roles, or with one of the capabilities: through a role, or directly. */
  private async rolesAndCapabilities({ roles, capabilities = [] }: ListUsersDto): Promise<string[] | undefined> {
    if (capabilities.length === 0) return roles;
    const granting = [...(await this.roles.definitions())].filter(([, role]) =>
      capabilities.some((capability) => role.capabilities.get(capability)),
    );
    return [...(roles ?? []), ...granting.map(([name]) => name), ...capabilities];
  }

  private publishedTypes({ has_published_posts: types }: ListUsersDto): string[] | undefined {
    if (types === true) return typeNames(this.model);
    return Array.isArray(types) && types.length > 0 ? types : undefined;
  }

  async create(
    principal: Principal,
    site: Site,
    input: UserInput,
    request: FieldRequest = { principal, param: () => undefined },
  ): Promise<User> {
    await this.checkRoles(principal, input.roles ?? []);
    const meta = await this.changedMeta(principal, undefined, input);
    if (input.username.length > MAX_LENGTH.login) throw errors.loginTooLong(MAX_LENGTH.login);
    const network = await this.networks.rules();
    const refusal = network && accountRefusal(input, network);
    if (refusal !== undefined) throw errors.refusedByNetwork(refusal);
    const values = valuesOfNewUser(input, this.profile.text);
    const passwordHash = await hashPassword(input.password);
    const id = await this.database.transaction(async (tx) => {
      await this.writer.lockNames(tx);
      if (await this.users.idBy('login', input.username, tx))
        throw network
          ? errors.refusedByNetwork('Another account of the network uses this username.')
          : errors.loginTaken();
      if (await this.users.idBy('email', values.email, tx))
        throw network
          ? errors.refusedByNetwork('Another account of the network uses this email address.')
          : errors.emailTaken();
      const user = {
        ...values,
        login: input.username,
        passwordHash,
        roles: input.roles ?? defaultRoles(site),
        preferences: { ...PREFERENCES, ...this.profile.users.newPreferences, ...this.homeSite(site) },
      };
      const inserted = await this.writer.insert(tx, user, principal);
      await this.meta.write(tx, 'user', inserted, meta);
      await fieldUpdate(this.model.fields.of('user'), input, request)?.(tx, inserted);
      return inserted;
    });
    return this.reload(id);
  }

  /** The first site of an account of a network. */
  private homeSite({ network, home }: Site): Record<string, string> {
    return network ? { primary_blog: String(network.siteId), source_domain: new URL(home).host } : {};
  }

  private changedMeta(
    principal: Principal,
    id: number | undefined,
    { meta }: Partial<UserInput>,
  ): Promise<MetaChange[]> {
    const mayEdit = id === principal.id || principal.can('edit_users');
    const target = { object: 'user', id, fields: this.model.metaOf('user'), principal, mayEdit } as const;
    return this.metaInput.changes(target, meta);
  }

  /** A new password ends all sessions except the requester's own, which continues with a new cookie. */
  async update(
    principal: Principal,
    { id }: User,
    input: Partial<UserInput>,
    request: FieldRequest = { principal, param: () => undefined },
  ): Promise<{ user: User; cookie?: string }> {
    const meta = await this.changedMeta(principal, id, input);
    const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
    const ownToken = principal.id === id ? principal.sessionToken : undefined;
    const sessionEnd = await this.database.transaction(async (tx) => {
      await this.writer.lockNames(tx);
      const user = await this.reload(id, tx);
      await this.checkNames(tx, user, input);
      await this.checkRoles(principal, input.roles ?? [], user);
      const values = changedValues(input, user, this.profile.text);
      const changes = { ...values, ...(passwordHash && { passwordHash }), ...(input.roles && { roles: input.roles }) };
      await this.writer.update(tx, user, changes, principal);
      await this.meta.write(tx, 'user', id, meta);
      await fieldUpdate(this.model.fields.of('user'), input, request)?.(tx, id);
      if (passwordHash) await this.notifications.passwordChanged(tx, user);
      if (values.email !== undefined && values.email !== user.email)
        await this.notifications.emailChanged(tx, user, values.email);
      return passwordHash ? this.writer.endSessions(tx, id, ownToken) : undefined;
    });
    const cookie =
      passwordHash && sessionEnd ? await this.cookies.renewed(principal, passwordHash, sessionEnd) : undefined;
    return { user: await this.reload(id), cookie };
  }

  /** The deleted user's content is reassigned to this user, or deleted with `false`. */
  async delete({ principal, site }: WriteContext, user: User, reassignTo: number | false): Promise<void> {
    const { id } = user;
    const deleteRows = () =>
      this.database.transaction(async (tx) => {
        await this.writer.lockNames(tx);
        await this.writer.beforeDelete(tx, user, principal);
        // Entries being created for the user concurrently are either found below or refused.
        await lockForUpdate(tx, this.database, 'users', [id]);
        if (reassignTo === false) {
          await this.entries.discard(tx, id, { principal, site });
          await this.writer.deleteLinks(tx, id);
        } else {
          if (reassignTo !== 0 && (reassignTo === id || !(await this.users.byId(reassignTo, tx))))
            throw errors.invalidReassign();
          await this.writer.reassign(tx, id, reassignTo);
        }
        await this.writer.delete(tx, user, principal);
      });
    await (reassignTo === false ? this.entries.releasingFiles(id, deleteRows) : deleteRows());
  }

  private async checkNames(tx: Transaction, user: User, input: Partial<UserInput>): Promise<void> {
    const isOthers = (id: number | undefined) => id !== undefined && id !== user.id;
    if (input.email !== undefined && isOthers(await this.users.idBy('email', input.email, tx)))
      throw errors.emailInUse();
    if (input.username && input.username !== user.login) throw errors.loginIsFixed();
    if (!input.slug) return;
    const slug = slugify(input.slug, this.profile.text);
    if (slug !== '' && isOthers(await this.users.idBy('nicename', slug, tx))) throw errors.slugInUse();
  }

  /** Users cannot lock themselves out by taking a role that cannot edit users. */
  private async checkRoles(principal: Principal, roles: readonly string[], user?: User): Promise<void> {
    const definitions = await this.roles.definitions();
    for (const role of roles) {
      const definition = definitions.get(role);
      if (!definition) throw errors.unknownRole(role);
      const mayLoseRights = this.database.network !== undefined && principal.can('manage_sites');
      if (!mayLoseRights && user?.id === principal.id && definition.capabilities.get('edit_users') !== true)
        throw errors.ownRole(principal);
    }
  }

  private async reload(id: number, tx?: Transaction): Promise<User> {
    const user = await this.users.byId(id, tx);
    if (!user) throw errors.unknownUser();
    return user;
  }
}

export function offsetOf({ offset, page, per_page: perPage }: ListUsersDto): number {
  return offset || (page - 1) * perPage;
}

function defaultRoles(site: Site): string[] {
  const role = site.option('default_role');
  return role === '' ? [] : [role];
}

/** Values that are stored as sent, after cleaning; password and roles need more. */
type PlainValues = Omit<UserValues, 'passwordHash' | 'roles'>;

function valuesOfNewUser(input: UserInput, text: TextDialect): PlainValues {
  const firstName = nameOf(input.first_name ?? '');
  const lastName = nameOf(input.last_name ?? '');
  const login = input.username;
  return fitting({
    email: cleanProfileEmail(input.email),
    url: cleanProfileUrl(input.url ?? '', text.rules),
    displayName: nameOf(input.name ?? '') || defaultDisplayName({ login, firstName, lastName }),
    firstName,
    lastName,
    nickname: nameOf(input.nickname ?? '') || login,
    description: descriptionOf(input.description ?? '', text.rules),
    locale: input.locale ?? '',
    nicename: nicenameFrom(input.slug ?? '', login, text),
  });
}

/** Values that the request does not contain are omitted. */
function changedValues(input: Partial<UserInput>, { login }: User, text: TextDialect): Partial<PlainValues> {
  return fitting({
    ...(input.email !== undefined && { email: cleanProfileEmail(input.email) }),
    ...(input.url !== undefined && { url: cleanProfileUrl(input.url, text.rules) }),
    ...(input.name !== undefined && { displayName: nameOf(input.name) || login }),
    ...(input.first_name !== undefined && { firstName: nameOf(input.first_name) }),
    ...(input.last_name !== undefined && { lastName: nameOf(input.last_name) }),
    ...(input.nickname !== undefined && { nickname: nameOf(input.nickname) || login }),
    ...(input.description !== undefined && { description: descriptionOf(input.description, text.rules) }),
    ...(input.locale !== undefined && { locale: input.locale }),
    ...(input.slug !== undefined && { nicename: nicenameFrom(input.slug, login, text) }),
  });
}

/** WordPress treats "0" as no name and no description. */
function nameOf(text: string): string {
  const name = cleanName(text);
  return name === '0' ? '' : name;
}

function descriptionOf(text: string, rules: TextRules): string {
  return text === '0' ? '' : filterUserDescription(text, rules);
}

function fitting<V extends Partial<PlainValues>>(values: V): V {
  const { nicename = '', displayName = '', email = '', url = '' } = values;
  if (nicename.length > MAX_LENGTH.nicename) throw slugTooLong(MAX_LENGTH.nicename);
  if (!fitsColumn(UserRow, 'displayName', displayName)) throw tooLong('name', MAX_LENGTH.displayName);
  if (!fitsColumn(UserRow, 'email', email)) throw tooLong('email', MAX_LENGTH.email);
  if (!fitsColumn(UserRow, 'url', url)) throw tooLong('url', MAX_LENGTH.url);
  return values;
}

/** Networks take new accounts as those of their sign-up page: their names become parts of addresses. */
function accountRefusal(
  { username, email }: Pick<UserInput, 'username' | 'email'>,
  { illegalNames, bannedDomains, limitedDomains }: NetworkRules,
): string | undefined {
  if (!/^[a-z0-9]+$/.test(username)) return 'Usernames of this network have lower case letters (a-z) and numbers only.';
  if (username.length < 4) return 'Usernames of this network have at least 4 characters.';
  if (/^\d+$/.test(username)) return 'Usernames of this network have letters, too.';
  if (illegalNames.has(username)) return 'This username is not allowed on this network.';
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const isBanned = bannedDomains.some((banned) => domain === banned || domain.endsWith(`.${banned}`));
  const isOutside = limitedDomains.length > 0 && !limitedDomains.includes(domain);
  return isBanned || isOutside ? 'This email address is not allowed on this network.' : undefined;
}
