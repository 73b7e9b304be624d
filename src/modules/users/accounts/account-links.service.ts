import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AccessEvents, type Actor } from '../../../access/access-events.service.js';
import { addressGroup } from '../../../access/authentication/address-group.js';
import { tooManyAttempts } from '../../../access/authentication/auth-result.js';
import { type Client, type SignedIn, SignInService } from '../../../access/authentication/sign-in.service.js';
import { SecondFactorService } from '../../../access/authentication/second-factor.service.js';
import { SYSTEM } from '../../../access/principal.js';
import { Database, type Transaction } from '../../../database/database.js';
import { User as UserRow } from '../../../database/entities/index.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { UsersStore } from '../users.store.js';
import { UsersWriter } from '../users.writer.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { COUNTERS, type Counters, RateLimit } from '../../../platform/limits/counters.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { type Site } from '../../../site/site.js';
import { hashPassword } from '../../../text/passwords/index.js';
import { refusal } from '../../../rest/errors/auth-error.js';

/** Why an account got a link to choose a password. */
export type LinkKind = 'reset' | 'invitation';

export const LINK_SECONDS: Readonly<Record<LinkKind, number>> = { reset: 3600, invitation: 7 * 86_400 };

/** Requests with a link from one address. */
const PER_ADDRESS = { most: 30, windowMs: 15 * 60_000 };

const invalidLink = () =>
  new RestError('rest_link_invalid', 'This link has been used, was replaced by a newer one, or has expired.', 403);

interface StoredLink {
  kind: LinkKind;
  expires: number;
  /** ID of the user who made it; 0: a visitor, for the account that it is for. */
  madeBy: number;
  digest: string;
}

/**
 * Links with which the owner of an account chooses a password, once. The digest of the newest one is stored where WordPress stores
 * that of its own, so a new password or e-mail address invalidates it, whichever of the two changes it. WordPress does not accept it.
 */
@Injectable()
export class AccountLinksService {
  private readonly limit?: RateLimit;

  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly writer: UsersWriter,
    private readonly notifications: NotificationsService,
    private readonly signIns: SignInService,
    private readonly secondFactors: SecondFactorService,
    private readonly events: AccessEvents,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) { rateLimit }: Config,
  ) {
    if (rateLimit) this.limit = new RateLimit(counters, 'account link', PER_ADDRESS);
  }

  /** The address of the page on which the user chooses a password. Browsers do not send what follows `#`, so no log contains it. */
  async create(site: Site, userId: number, kind: LinkKind, by: Actor): Promise<{ url: string; expires: number }> {
    const token = randomBytes(32).toString('base64url');
    const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS[kind];
    const maker = by.id === 0 ? '' : `-${by.id}`;
    const activationKey = `${expires}:nestpress-${kind}${maker}:${digestOf(token)}`;
    await this.database.transaction(async (tx) => {
      await tx.update(UserRow, { id: userId }, { activationKey });
      await this.events.emit(tx, { event: 'access-link.created', account: userId, by, details: { kind } });
    });
    return { url: `${site.siteUrl}/console/password#${userId}.${token}`, expires };
  }

  /** The login name of the account that the link is for. */
  async loginOf(link: string, { address }: Client): Promise<string> {
    await this.countRequest(address);
    return (await this.find(link)).login;
  }

  /** Stores the password, ends all sessions and signs in; undefined if the account has a second factor. */
  async redeem(link: string, password: string, client: Client): Promise<SignedIn | undefined> {
    await this.countRequest(client.address);
    await this.find(link);
    const passwordHash = await hashPassword(password, client.address);
    const { id } = await this.database.transaction(async (tx) => {
      await this.writer.lockNames(tx);
      const { kind, madeBy, ...row } = await this.find(link, tx);
      const user = await this.users.byId(row.id, tx);
      if (!user) throw invalidLink();
      const { address } = client;
      await this.writer.update(tx, user, { passwordHash }, SYSTEM.with({ address }));
      const maker = madeBy === 0 ? undefined : await this.users.byId(madeBy, tx);
      await this.events.emit(tx, {
        event: 'access-link.redeemed',
        account: row.id,
        login: row.login,
        by: { ...row, address },
        details: { kind, made_by: madeBy, made_by_login: maker?.login ?? '' },
      });
      await this.writer.endSessions(tx, row.id, undefined);
      if (kind === 'reset') await this.notifications.passwordChanged(tx, user);
      return row;
    });
    const { isEnabled } = await this.secondFactors.state(id);
    return isEnabled ? undefined : this.signIns.signInAs(id, client);
  }

  private async find(
    link: string,
    tx?: Transaction,
  ): Promise<{ id: number; login: string } & Pick<StoredLink, 'kind' | 'madeBy'>> {
    const [, id, token] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(link) ?? [];
    if (id === undefined || token === undefined) throw invalidLink();
    const { manager } = tx ?? this.database;
    const row = await manager.findOne(UserRow, {
      select: { id: true, login: true, activationKey: true },
      where: { id: Number(id) },
    });
    const stored = readLink(row?.activationKey ?? '');
    const isValid =
      timingSafeEqual(Buffer.from(stored?.digest ?? digestOf('')), Buffer.from(digestOf(token))) &&
      (stored?.expires ?? 0) * 1000 > Date.now();
    if (!row || !stored || !isValid) throw invalidLink();
    return { id: Number(row.id), login: row.login, kind: stored.kind, madeBy: stored.madeBy };
  }

  private async countRequest(address: string): Promise<void> {
    const seconds = (await this.limit?.take(addressGroup(address))) ?? 0;
    if (seconds > 0) throw refusal(tooManyAttempts(seconds).error);
  }
}

function readLink(activationKey: string): StoredLink | undefined {
  const [, expires, kind, madeBy = 0, digest] =
    /^(\d+):nestpress-(reset|invitation)(?:-(\d+))?:([0-9a-f]{64})$/.exec(activationKey) ?? [];
  if (digest === undefined) return undefined;
  return { kind: kind as LinkKind, expires: Number(expires), madeBy: Number(madeBy), digest };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
