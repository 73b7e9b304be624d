import { type INestApplicationContext } from '@nestjs/common';
import { rolesOf } from '../access/capabilities/index.js';
import { SYSTEM } from '../access/principal.js';
import { RolesStore } from '../access/roles.store.js';
import { isEmail } from '../text/email.js';
import { type User } from '../modules/users/user.js';
import { type UserQuery } from '../modules/users/user-query.js';
import { UsersStore } from '../modules/users/users.store.js';
import { type UserInput, checkPassword, checkUsername } from '../modules/users/users.fields.js';
import { UsersService } from '../modules/users/users.service.js';
import { ArgIssue } from '../rest/args/schema.js';
import { SiteService } from '../site/site.service.js';
import { CliFailure } from '../platform/command-line/cli.js';

const ADMINISTRATOR = 'administrator';
const PAGE = 500;
const ALL_USERS: UserQuery = {
  searched: 'all',
  published: false,
  authors: false,
  orderby: 'id',
  order: 'asc',
  offset: 0,
  perPage: PAGE,
};

export interface AccountLine {
  id: number;
  login: string;
  email: string;
  name: string;
  roles: string[];
  /** UTC. */
  registered: string;
}

/** User accounts from the operator's point of view. */
export class UserAccounts {
  private readonly users: UsersStore;
  private readonly roles: RolesStore;
  private readonly service: UsersService;
  private readonly site: SiteService;

  constructor(app: INestApplicationContext) {
    this.service = app.get(UsersService);
    this.site = app.get(SiteService);
    this.users = app.get(UsersStore);
    this.roles = app.get(RolesStore);
  }

  async list(filter: Partial<Pick<UserQuery, 'search' | 'roles'>> = {}): Promise<AccountLine[]> {
    await this.checkRoles(filter.roles);
    const lines: AccountLine[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const { items, total } = await this.users.list({ ...ALL_USERS, ...filter, offset });
      for (const user of items) lines.push(await this.line(user));
      if (offset + PAGE >= total) return lines;
    }
  }

  /** By login, e-mail address or number, in this order. */
  async find(name: string): Promise<User> {
    const id =
      (await this.users.idBy('login', name)) ??
      (await this.users.idBy('email', name)) ??
      (/^\d+$/.test(name) ? Number(name) : 0);
    const user = await this.users.byId(id);
    if (!user) throw new CliFailure(`There is no account ${JSON.stringify(name)}. \`nestpress user list\` shows all.`);
    return user;
  }

  /** Rejects an unknown role and lists the existing ones. */
  private async checkRoles(roles: readonly string[] = []): Promise<void> {
    const names = [...(await this.roles.definitions()).keys()];
    const unknown = roles.find((role) => !names.includes(role));
    if (unknown !== undefined)
      throw new CliFailure(`There is no role ${JSON.stringify(unknown)}. Roles: ${names.join(', ')}.`);
  }

  async create(input: Pick<UserInput, 'username' | 'email' | 'password'> & Partial<UserInput>): Promise<AccountLine> {
    for (const checked of [checkUsername(input.username), checkPassword(input.password)]) {
      if (checked instanceof ArgIssue) throw new CliFailure(checked.message);
    }
    if (!isEmail(input.email, { minLength: 6 }))
      throw new CliFailure(`${JSON.stringify(input.email)} is not an e-mail address.`);
    await this.checkRoles(input.roles);
    return this.line(await this.service.create(SYSTEM, await this.site.current(), input as UserInput));
  }

  async setPassword(user: User, password: string): Promise<void> {
    await this.service.update(SYSTEM, user, { password });
  }

  /** Replaces the account's roles. */
  async setRoles(user: User, roles: string[]): Promise<AccountLine> {
    await this.checkRoles(roles);
    if (!roles.includes(ADMINISTRATOR)) await this.assertOtherAdministrator(user);
    return this.line((await this.service.update(SYSTEM, user, { roles })).user);
  }

  /** Its posts and links go to the other account; without one, posts and pages go to the trash and the rest is deleted. */
  async delete(user: User, reassignTo: User | undefined): Promise<void> {
    if (reassignTo?.id === user.id) throw new CliFailure('An account cannot inherit from itself.');
    await this.assertOtherAdministrator(user);
    const writing = { principal: SYSTEM, site: await this.site.current() };
    await this.service.delete(writing, user, reassignTo?.id ?? false);
  }

  private async assertOtherAdministrator({ id, login }: User): Promise<void> {
    const { items, total } = await this.users.list({ ...ALL_USERS, roles: [ADMINISTRATOR], perPage: 2 });
    if (total === 1 && items[0]?.id === id)
      throw new CliFailure(`${login} is the only administrator. Make another account one first.`);
  }

  async line({ id, login, email, displayName, registered, capabilities }: User): Promise<AccountLine> {
    return {
      id,
      login,
      email,
      name: displayName,
      roles: rolesOf(capabilities, await this.roles.definitions()),
      registered,
    };
  }
}
