import { Injectable } from '@nestjs/common';
import { PhpArray } from '../../text/php/index.js';
import { AccessEvents } from '../access-events.service.js';
import { type Principal } from '../principal.js';
import { SESSIONS_KEY, UserMetaStore } from '../user-meta.store.js';
import { CookieAuthenticationService } from './cookie-authentication.service.js';
import { currentSessions, filterSessions, type LoginSession, verifierOf } from './login-cookie.js';

export interface ListedSession extends LoginSession {
  /** Digest of the session's token, from which the token cannot be derived. */
  id: string;
  /** Whether the request belongs to this session. */
  isOwn: boolean;
}

/** The login sessions of an account, of Nestpress and of a WordPress on the same database. */
@Injectable()
export class LoginSessionsService {
  constructor(
    private readonly meta: UserMetaStore,
    private readonly cookies: CookieAuthenticationService,
    private readonly events: AccessEvents,
  ) {}

  /** Newest first. */
  async list(userId: number, ownToken: string | undefined): Promise<ListedSession[]> {
    const stored = await this.meta.read(userId, SESSIONS_KEY);
    const own = ownToken === undefined ? undefined : verifierOf(ownToken);
    return currentSessions(stored, this.cookies.nowSeconds())
      .map(([id, session]) => ({ ...session, id, isOwn: id === own }))
      .sort((a, b) => b.login - a.login);
  }

  /** Ends one session. False if there is none with this ID. */
  async end(userId: number, id: string, by: Principal): Promise<boolean> {
    return (await this.keep(userId, (verifier) => verifier !== id, by)) > 0;
  }

  /** Ends all sessions except the requester's own. */
  async endOthers(userId: number, by: Principal): Promise<void> {
    const own = by.sessionToken === undefined ? undefined : verifierOf(by.sessionToken);
    await this.keep(userId, (verifier) => verifier === own, by);
  }

  /** The number of sessions that have ended. */
  private async keep(userId: number, isRetained: (verifier: string) => boolean, by: Principal): Promise<number> {
    let ended = 0;
    await this.meta.change(
      userId,
      SESSIONS_KEY,
      (stored) => {
        const remaining = filterSessions(stored, isRetained);
        ended = remaining && stored instanceof PhpArray ? stored.size - remaining.size : 0;
        return ended > 0 ? remaining : undefined;
      },
      (tx) => this.events.emit(tx, { event: 'session.ended', account: userId, by, details: { sessions: ended } }),
    );
    return ended;
  }
}
