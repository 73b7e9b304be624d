import { Injectable } from '@nestjs/common';
import { type Account, AccountsStore } from './authentication/accounts.store.js';
import { type Principal } from './principal.js';

/** Accounts as requesters, for authentication strategies. */
@Injectable()
export class PrincipalService {
  constructor(private readonly accounts: AccountsStore) {}

  async findById(id: number): Promise<Principal | undefined> {
    return this.principal(await this.accounts.findById(id));
  }

  /** The account with exactly this login. */
  async findByLogin(login: string): Promise<Principal | undefined> {
    return this.principal(await this.accounts.findByLogin(login));
  }

  /** The account with exactly this e-mail address, except for the case of ASCII letters. Check first that it is verified. */
  async findByEmail(email: string): Promise<Principal | undefined> {
    return this.principal(await this.accounts.findByEmail(email));
  }

  private principal(account: Account | undefined): Promise<Principal> | undefined {
    return account && this.accounts.principal(account, 'strategy');
  }
}
