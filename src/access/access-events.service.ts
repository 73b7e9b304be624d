import { Injectable } from '@nestjs/common';
import { type Transaction } from '../database/database.js';
import { type Principal } from './principal.js';

/** Who did something: a requester, or what is stored of one. */
export type Actor = Pick<Principal, 'id' | 'login' | 'address' | 'agent' | 'applicationPassword'>;

/** What happened to the ways into an account, or past the login to an entry. */
export type AccessEvent = {
  /** Who did it. */
  readonly by: Actor;
  /** What is worth knowing of it; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
} & (AccountEvent | PreviewEvent);

interface AccountEvent {
  readonly event:
    | 'user.signed-in'
    | 'session.ended'
    | 'application-password.created'
    | 'application-password.renamed'
    | 'application-password.revoked'
    | 'token.created'
    | 'token.revoked'
    | 'second-factor.enabled'
    | 'second-factor.disabled'
    | 'access-link.created'
    | 'access-link.redeemed'
    | 'setup.completed'
    | 'identity.linked'
    | 'identity.unlinked';
  /** The account that it is about. */
  readonly account: number;
  readonly login?: string;
}

interface PreviewEvent {
  readonly event: 'preview-link.created' | 'preview-link.deleted';
  /** The entry that the link opens. */
  readonly entry: { readonly id: number; readonly type: string; readonly title: string };
}

export interface FailedSignIn {
  /** Undefined if there is no account of this name. The name is not reported: it may be a password in the wrong field. */
  readonly account: { readonly id: number; readonly login: string } | undefined;
  readonly address: string;
  readonly reason: 'password' | 'code';
}

/** In the transaction of the write. */
export type AccessListener = (tx: Transaction, event: AccessEvent) => Promise<void>;

/** Events of sign-ins and changed credentials, for other parts of the service. */
@Injectable()
export class AccessEvents {
  private readonly listeners: AccessListener[] = [];
  private readonly failureListeners: ((failure: FailedSignIn) => void)[] = [];

  listen(listener: AccessListener): void {
    this.listeners.push(listener);
  }

  onFailedSignIn(listener: (failure: FailedSignIn) => void): void {
    this.failureListeners.push(listener);
  }

  async emit(tx: Transaction, event: AccessEvent): Promise<void> {
    for (const listener of this.listeners) await listener(tx, event);
  }

  /** Returns at once: the response does not depend on what listeners do. */
  signInFailed(failure: FailedSignIn): void {
    for (const listener of this.failureListeners) listener(failure);
  }
}
