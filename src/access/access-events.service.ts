import { Injectable } from '@nestjs/common';
import { type Transaction } from '../database/database.js';
import { type Principal } from './principal.js';

/** What happened to the credentials of an account. */
export interface AccessEvent {
  readonly event:
    | 'user.signed-in'
    | 'application-password.created'
    | 'application-password.renamed'
    | 'application-password.revoked'
    | 'second-factor.enabled'
    | 'second-factor.disabled';
  /** The account that it is about. */
  readonly account: number;
  readonly login?: string;
  /** Who did it. */
  readonly by: Principal;
  /** Of the application password. */
  readonly name?: string;
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
