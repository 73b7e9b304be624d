import { Injectable } from '@nestjs/common';
import { TransactionEvent } from '../database/transaction-event.js';
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

/** Events of sign-ins and changed credentials, for other parts of the service. */
@Injectable()
export class AccessEvents extends TransactionEvent<[AccessEvent]> {
  /** Failed sign-ins write nothing, so they have no transaction. */
  private readonly failureListeners: ((failure: FailedSignIn) => void)[] = [];

  onFailedSignIn(listener: (failure: FailedSignIn) => void): void {
    this.failureListeners.push(listener);
  }

  /** Returns at once: the response does not depend on what listeners do. */
  signInFailed(failure: FailedSignIn): void {
    for (const listener of this.failureListeners) listener(failure);
  }
}
