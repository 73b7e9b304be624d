import { Injectable } from '@nestjs/common';
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
  async end(userId: number, id: string): Promise<boolean> {
    let isFound = false;
    await this.meta.change(userId, SESSIONS_KEY, (stored) =>
      filterSessions(stored, (verifier) => {
        isFound ||= verifier === id;
        return verifier !== id;
      }),
    );
    return isFound;
  }

  /** Ends all sessions except the one of this token. */
  async endOthers(userId: number, ownToken: string | undefined): Promise<void> {
    const own = ownToken === undefined ? undefined : verifierOf(ownToken);
    await this.meta.change(userId, SESSIONS_KEY, (stored) => filterSessions(stored, (verifier) => verifier === own));
  }
}
