import { Inject, Injectable } from '@nestjs/common';
import { nicenameFrom } from '../../../modules/users/profile-text.js';
import { MAX_LENGTH } from '../../../modules/users/user.js';
import { UsersStore } from '../../../modules/users/users.store.js';
import { UsersWriter } from '../../../modules/users/users.writer.js';
import { Database } from '../../../database/database.js';
import { generatePassword } from '../../../database/installer/administrator.js';
import { OptionsStore } from '../../../database/options.store.js';
import { isRefusal } from '../../../hooks/write-hooks.service.js';
import { cleanUsername } from '../../../text/clean.js';
import { hashPassword } from '../../../text/passwords/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type WxrAuthor } from './wxr-records.js';

/** An import that cannot be run as requested; the message is a sentence for the user. */
export class ImportError extends Error {}

/** Author ID of entries whose author was deleted. */
const NO_AUTHOR = 0;

export interface AuthorOptions {
  /** Logins in the file and the local accounts they are mapped to. */
  authorMap?: ReadonlyMap<string, string>;
  /** Account for content of unknown authors; absent: accounts are created for them. */
  defaultAuthor?: string;
}

/** Maps authors to local accounts. One instance per run: it caches what it has found. */
export class Authors {
  private readonly declared = new Map<string, WxrAuthor>();
  private readonly byOldId = new Map<number, string>();
  private readonly ids = new Map<string, Promise<number>>();
  created = 0;

  constructor(
    private readonly service: AuthorImportService,
    private readonly options: AuthorOptions,
  ) {}

  declare(author: WxrAuthor): void {
    this.declared.set(author.login, author);
    if (author.id > 0) this.byOldId.set(author.id, author.login);
  }

  /** The account for a login of the file. */
  idOf(login: string): Promise<number> {
    let id = this.ids.get(login);
    if (!id) this.ids.set(login, (id = this.find(login)));
    return id;
  }

  /** The account for a user ID of the file; 0 for users the file does not list. */
  async idOfNumber(number: number): Promise<number> {
    const login = this.byOldId.get(number);
    return login === undefined ? 0 : this.idOf(login);
  }

  private async find(login: string): Promise<number> {
    const { authorMap, defaultAuthor } = this.options;
    const mapped = authorMap?.get(login);
    if (mapped !== undefined) return this.service.existing(mapped);
    const author = this.declared.get(login) ?? {
      id: 0,
      login,
      email: '',
      displayName: login,
      firstName: '',
      lastName: '',
    };
    const account = await this.service.accountOf(author);
    if (account !== undefined) return account;
    if (defaultAuthor !== undefined) return this.service.existing(defaultAuthor);
    if (login === '') return NO_AUTHOR;
    this.created++;
    return this.service.create(author);
  }
}

@Injectable()
export class AuthorImportService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersStore,
    private readonly writer: UsersWriter,
    private readonly options: OptionsStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Checks at once that all named accounts exist. */
  async begin(options: AuthorOptions): Promise<Authors> {
    const named = [
      ...(options.authorMap?.values() ?? []),
      ...(options.defaultAuthor === undefined ? [] : [options.defaultAuthor]),
    ];
    for (const login of new Set(named)) await this.existing(login);
    return new Authors(this, options);
  }

  async existing(login: string): Promise<number> {
    const id = await this.users.idBy('login', login);
    if (id === undefined) throw new ImportError(`There is no user ${login} here.`);
    return id;
  }

  async accountOf({ login, email }: WxrAuthor): Promise<number | undefined> {
    const byLogin = login === '' ? undefined : await this.users.idBy('login', login);
    return byLogin ?? (email === '' ? undefined : this.users.idBy('email', email));
  }

  /** Created with a random password and the default role. */
  async create(author: WxrAuthor): Promise<number> {
    const login = cleanUsername(author.login).slice(0, MAX_LENGTH.login);
    if (login === '')
      throw new ImportError(
        `An author's login cannot be used here: ${JSON.stringify(author.login)}. Map it to an existing user with --authors.`,
      );
    const passwordHash = await hashPassword(generatePassword());
    const role = await this.options.text('default_role');
    const displayName = author.displayName || login;
    const created = this.db.transaction(async (tx) => {
      await this.writer.lockNames(tx);
      const taken = await this.users.idBy('login', login, tx);
      if (taken !== undefined) return taken;
      return this.writer.insert(tx, {
        login,
        passwordHash,
        nicename: nicenameFrom('', login, this.profile.text).slice(0, MAX_LENGTH.nicename),
        email: author.email.slice(0, MAX_LENGTH.email),
        url: '',
        displayName: displayName.slice(0, MAX_LENGTH.displayName),
        firstName: author.firstName,
        lastName: author.lastName,
        nickname: displayName,
        description: '',
        locale: '',
        roles: role === '' ? [] : [role],
        preferences: {},
      });
    });
    return created.catch((error: unknown) => {
      throw isRefusal(error) ? new ImportError(`The account ${login} was refused by a hook: ${error.message}`) : error;
    });
  }
}
