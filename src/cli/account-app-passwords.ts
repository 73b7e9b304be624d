import { type INestApplicationContext } from '@nestjs/common';
import { ApplicationPasswordsService } from '../access/authentication/application-passwords.service.js';
import { CliFailure } from './cli.js';
import { UserAccounts } from './user-accounts.js';

export interface AppPasswordLine {
  uuid: string;
  name: string;
  /** UTC; null: never. */
  created: string | null;
  lastUsed: string | null;
}

/** Application passwords of accounts found by login, e-mail address or id. */
export class AccountAppPasswords {
  private readonly accounts: UserAccounts;
  private readonly passwords: ApplicationPasswordsService;

  constructor(app: INestApplicationContext) {
    this.accounts = new UserAccounts(app);
    this.passwords = app.get(ApplicationPasswordsService);
  }

  async create(
    account: string,
    name: string,
  ): Promise<{ login: string; uuid: string; name: string; password: string }> {
    if (name.trim() === '') throw new CliFailure('Say what the application password is for.', 2);
    const { id, login } = await this.accounts.find(account);
    const { uuid, password } = await this.passwords.create(id, name.trim());
    return { login, uuid, name: name.trim(), password: password.replaceAll(' ', '') };
  }

  async list(account: string): Promise<AppPasswordLine[]> {
    const { id } = await this.accounts.find(account);
    return (await this.passwords.list(id)).map(({ uuid, name, created, lastUsed }) => ({
      uuid,
      name,
      created: moment(created),
      lastUsed: moment(lastUsed),
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
