import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/index.js';
import { Database, type Transaction } from '../../../database/index.js';
import { ContentEvents } from '../../../hooks/index.js';
import { TokensService } from '../../../modules/tokens/index.js';
import { OAuthClient } from './oauth.entities.js';
import { OAuthError } from './oauth-error.js';
import { isRedirectAddress } from './redirect-address.js';

const MAX_CLIENTS = 1000;
const MAX_REDIRECTS = 10;
/** A client that registered itself and was never connected is deleted after this time. */
const UNUSED_SECONDS = 86_400;

export interface NewClient {
  readonly name: string;
  readonly redirects: readonly string[];
}

export type ListedClient = Omit<OAuthClient, 'redirects'> & { readonly redirects: readonly string[] };

/** The programs that users may connect: an administrator enters them, or they register themselves where that is allowed. */
@Injectable()
export class OAuthClientsService {
  constructor(
    private readonly database: Database,
    private readonly tokens: TokensService,
    private readonly events: ContentEvents,
  ) {}

  async find(client: string): Promise<ListedClient | undefined> {
    const found = await this.database.manager.findOneBy(OAuthClient, { client });
    return found ? listed(found) : undefined;
  }

  async list(): Promise<ListedClient[]> {
    const found = await this.database.manager.find(OAuthClient, { order: { id: 'DESC' }, take: MAX_CLIENTS });
    return found.map(listed);
  }

  /** Entered by an administrator. */
  create(values: NewClient, by: Principal): Promise<ListedClient> {
    return this.insert(values, false, (tx) =>
      this.events.emit(tx, 'settings.updated', by, { settings: [`mcp.client ${values.name}`] }),
    );
  }

  /** Registered by the program itself (RFC 7591). */
  register(values: NewClient): Promise<ListedClient> {
    return this.insert(values, true, (tx) => this.deleteUnused(tx));
  }

  /** Ends what users have allowed it, too; false if there is none. */
  async delete(id: number, by: Principal): Promise<boolean> {
    const found = await this.database.manager.findOneBy(OAuthClient, { id });
    if (!found) return false;
    const isDeleted = await this.database.transaction(async (tx) => {
      const { affected } = await tx.delete(OAuthClient, { id });
      if (affected === 1)
        await this.events.emit(tx, 'settings.updated', by, { settings: [`mcp.client ${found.name}`] });
      return affected === 1;
    });
    await this.tokens.revokeClient(found.client, by);
    return isDeleted;
  }

  private async insert(
    { name, redirects }: NewClient,
    isDynamic: boolean,
    before: (tx: Transaction) => Promise<void>,
  ): Promise<ListedClient> {
    const wrong = redirects.find((address) => !isRedirectAddress(address));
    if (wrong !== undefined) throw new OAuthError('invalid_redirect_uri', `${wrong.slice(0, 200)} is not allowed.`);
    if (redirects.length === 0 || redirects.length > MAX_REDIRECTS)
      throw new OAuthError('invalid_redirect_uri', `A client has 1 to ${MAX_REDIRECTS} addresses to return to.`);
    const values = {
      client: randomBytes(16).toString('hex'),
      name: name.slice(0, 190),
      redirects: redirects.join('\n'),
      isDynamic: isDynamic ? 1 : 0,
      createdAt: nowSeconds(),
    };
    return this.database.transaction(async (tx) => {
      await before(tx);
      if ((await tx.manager.count(OAuthClient)) >= MAX_CLIENTS)
        throw new OAuthError('temporarily_unavailable', 'There are too many clients. Ask the administrator.');
      const { insertId } = await tx.insert(OAuthClient, values);
      return listed({ ...values, id: insertId });
    });
  }

  private async deleteUnused(tx: Transaction): Promise<void> {
    const used = await this.tokens.clientIds();
    const candidates = await tx.manager.findBy(OAuthClient, { isDynamic: 1 });
    const unused = candidates.filter(
      ({ client, createdAt }) => !used.has(client) && Number(createdAt) < nowSeconds() - UNUSED_SECONDS,
    );
    if (unused.length > 0) await tx.delete(OAuthClient, { id: unused.map(({ id }) => id) });
  }
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function listed({ redirects, ...client }: OAuthClient): ListedClient {
  return { ...client, redirects: redirects.split('\n') };
}
