import { type INestApplicationContext } from '@nestjs/common';
import { ApplicationPasswordsService } from '../access/authentication/application-passwords.service.js';
import { type CredentialLimits } from '../access/principal.js';
import { RouteRegistry } from '../rest/route/route-registry.js';
import { CliFailure } from '../platform/command-line/cli.js';
import { UserAccounts } from './user-accounts.js';

export interface AppPasswordLine {
  uuid: string;
  name: string;
  /** UTC; null: never. */
  created: string | null;
  lastUsed: string | null;
  readOnly: boolean;
  /** Empty: all. */
  namespaces: readonly string[];
}

/** Application passwords of accounts found by login, e-mail address or id. */
export class AccountAppPasswords {
  private readonly accounts: UserAccounts;
  private readonly passwords: ApplicationPasswordsService;
  private readonly namespaces: readonly string[];

  constructor(app: INestApplicationContext) {
    this.accounts = new UserAccounts(app);
    this.passwords = app.get(ApplicationPasswordsService);
    this.namespaces = app.get(RouteRegistry).namespaces;
  }

  async create(
    account: string,
    name: string,
    limits?: CredentialLimits,
  ): Promise<{ login: string; uuid: string; name: string; password: string }> {
    if (name.trim() === '') throw new CliFailure('Say what the application password is for.', 2);
    const unknown = limits?.namespaces.find((namespace) => !this.namespaces.includes(namespace));
    if (unknown !== undefined)
      throw new CliFailure(`There is no namespace ${unknown}. Namespaces: ${this.namespaces.join(', ')}.`, 2);
    const { id, login } = await this.accounts.find(account);
    const { uuid, password } = await this.passwords.create(id, name.trim(), { limits });
    return { login, uuid, name: name.trim(), password: password.replaceAll(' ', '') };
  }

  async list(account: string): Promise<AppPasswordLine[]> {
    const { id } = await this.accounts.find(account);
    return (await this.passwords.list(id)).map(({ uuid, name, created, lastUsed, limits }) => ({
      uuid,
      name,
      created: moment(created),
      lastUsed: moment(lastUsed),
      readOnly: limits?.readOnly ?? false,
      namespaces: limits?.namespaces ?? [],
    }));
  }

  /** Revokes all, or the one with this UUID or name; returns the UUIDs. */
  async revoke(account: string, which?: string): Promise<string[]> {
    const { id, login } = await this.accounts.find(account);
    const all = await this.passwords.list(id);
    const chosen = which === undefined ? all : all.filter(({ uuid, name }) => uuid === which || name === which);
    if (which !== undefined && chosen.length !== 1) {
      throw new CliFailure(
        `${login} has ${chosen.length === 0 ? 'no application password' : 'several application passwords'} ${JSON.stringify(which)}; \`nestpress app-password list\` shows their UUIDs.`,
      );
    }
    const uuids = chosen.map(({ uuid }) => uuid);
    if (uuids.length > 0) await this.passwords.revoke(id, uuids);
    return uuids;
  }
}

function moment(seconds: number): string | null {
  return seconds === 0 ? null : new Date(seconds * 1000).toISOString();
}
