import { type OutgoingMessage } from './message.js';

export const MAIL_DRIVER = Symbol('MAIL_DRIVER');

export interface Delivery {
  /** Recipients that may get the message later; empty when there is nothing left to do. */
  postponed: readonly string[];
}

/** Hands messages over to whoever delivers them. */
export interface MailDriver {
  /** Resolves when at least one recipient was accepted. Rejects otherwise; with a PermanentFailure when trying again is of no use. */
  send(message: OutgoingMessage): Promise<Delivery>;
  close(): void;
}
