import { Logger } from '@nestjs/common';
import { type OutgoingMessage } from './message.js';
import { PermanentFailure } from '../jobs/job.js';

export const MAIL_DRIVER = Symbol('MAIL_DRIVER');

export interface Delivery {
  /** Recipients to retry later; empty if the delivery is complete. */
  postponed: readonly string[];
}

/** Delivers messages. */
export interface MailDriver {
  /** Resolves if at least one recipient was accepted. Otherwise rejects, with a PermanentFailure if a retry cannot succeed. */
  send(message: OutgoingMessage): Promise<Delivery>;
  close(): void;
}

/** SMTP_URL of test sites. */
export const LOG_URL = 'log:';

/** A domain that can never exist, for testing failed mail. */
const UNDELIVERABLE = '@fail.test';

/** Reports every message as sent and logs it without its body and recipients. For test sites. */
export class LogDriver implements MailDriver {
  private readonly logger = new Logger('Mail');

  async send({ subject, recipients }: OutgoingMessage): Promise<Delivery> {
    const accepted = recipients.filter((address) => !address.toLowerCase().endsWith(UNDELIVERABLE));
    if (accepted.length === 0) throw new PermanentFailure('No recipient can be reached.');
    this.logger.log({ msg: 'mail not sent, SMTP_URL is log:', subject, recipients: accepted.length });
    return { postponed: [] };
  }

  close(): void {
    // Nothing is open.
  }
}

/** Used without SMTP_URL. Only jobs stored while it was set get here; they wait until it is set again. */
export class MissingDriver implements MailDriver {
  send(): Promise<Delivery> {
    return Promise.reject(new Error('SMTP_URL is not set.'));
  }

  close(): void {
    // Nothing is open.
  }
}
