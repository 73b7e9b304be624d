import { siteFacts } from '../../access/capabilities/index.js';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Account, AccountsStore } from '../../access/authentication/accounts.store.js';
import { type PreviewGrant, type Principal } from '../../access/principal.js';
import { UNRECORDED, UserMetaStore } from '../../access/user-meta.store.js';
import { Database } from '../../database/database.js';
import { SharedSecret } from '../../database/shared-secret.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Site } from '../../site/site.js';
import { toText } from '../../text/php/php-values.js';
import { type Entry } from '../entries/model/entry.js';
import { mayEdit } from '../entries/model/readable.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { PreviewedDraftsStore } from './previewed-drafts.store.js';

/** User meta that changes with each revocation. */
const REVOKED_KEY = '_nestpress_previews_revoked';

const TOKEN = /^(\d{1,15})\.(\d{1,15})\.(\d{1,12})\.(\d{1,14})\.([\w-]{43})$/;

export interface PreviewToken {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

/**
 * Signed tokens with which a front end reads one entry as it would look if it were published now. The signature depends on the
 * password hash of the user, so a new password ends all of them.
 */
@Injectable()
export class PreviewTokensService {
  private readonly secret: SharedSecret;

  constructor(
    database: Database,
    private readonly accounts: AccountsStore,
    private readonly meta: UserMetaStore,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly drafts: PreviewedDraftsStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.secret = new SharedSecret(database, 'nestpress_preview_secret');
  }

  async create(entry: Entry, by: Principal, lifetimeSeconds: number): Promise<PreviewToken | undefined> {
    const account = await this.accounts.findById(by.id);
    if (!account) return undefined;
    const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds;
    const version = isPublic(entry) ? publishedVersion(entry) : await this.drafts.add(entry, expires);
    const claims = `${entry.id}.${by.id}.${expires}.${version}`;
    return { token: `${claims}.${await this.sign(claims, account)}`, expires };
  }

  /** What the token is for; undefined if it is not valid now. */
  async read(site: Site, token: string): Promise<PreviewGrant | undefined> {
    const [, id, userId, expiry, version, signature] = TOKEN.exec(token) ?? [];
    const expires = Number(expiry);
    if (signature === undefined || expires <= Date.now() / 1000) return undefined;
    const [account, entry] = await Promise.all([
      this.accounts.findById(Number(userId)),
      this.entries.byId(Number(id), { content: false }),
    ]);
    if (!account || !entry) return undefined;
    const expected = await this.sign(`${id}.${userId}.${expiry}.${version}`, account);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
    if (entry.status === 'trash' || (await this.hasEnded(entry, version!))) return undefined;
    const principal = await this.accounts.principal(account, 'cookie');
    return mayEdit(principal, entry, siteFacts(site)) ? { entry: entry.id, user: account.id, expires } : undefined;
  }

  /** Ends all tokens of a user. */
  async revoke(userId: number): Promise<void> {
    await this.meta.change(userId, REVOKED_KEY, () => randomUUID(), UNRECORDED);
  }

  /** The address of the front end that shows the preview; undefined without a front end. */
  async url(site: Site, entry: Entry, token: string): Promise<string | undefined> {
    const { url, preview } = this.config.frontEnd;
    if (url === undefined) return undefined;
    const link = (await this.permalinks.links(site, [entry]))(entry);
    const values = new Map([
      ['token', token],
      ['id', String(entry.id)],
      ['type', entry.type],
      ['slug', entry.slug],
      ['path', link.startsWith(site.home) ? link.slice(site.home.length) : link],
    ]);
    return url + preview.replace(/\{(\w+)\}/g, (tag, name: string) => encodeURIComponent(values.get(name) ?? tag));
  }

  /** Publishing ends a token; so does the next update of an entry that was published before. */
  private async hasEnded(entry: Entry, version: string): Promise<boolean> {
    return isPublic(entry) ? publishedVersion(entry) !== version : !(await this.drafts.has(entry, version));
  }

  private async sign(claims: string, { id, passwordHash }: Account): Promise<string> {
    const [secret, revoked] = await Promise.all([this.secret.read(), this.meta.read(id, REVOKED_KEY)]);
    return createHmac('sha256', secret)
      .update(JSON.stringify([claims, passwordHash, toText(revoked)]))
      .digest('base64url');
  }
}

function isPublic({ status }: Entry): boolean {
  return status === 'publish';
}

/** When a published entry was saved: 14 digits, more than a mark of a draft has. */
function publishedVersion({ modifiedGmt }: Entry): string {
  return modifiedGmt.replace(/\D/g, '');
}
