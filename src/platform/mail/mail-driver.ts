import { Logger } from '@nestjs/common';
import { type OutgoingMessage } from './message.js';
import { PermanentFailure } from '../jobs/job.js';

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

/** SMTP_URL of sites that are only tried out. */
export const LOG_URL = 'log:';

/** A domain that can never exist, for trying out what happens when mail fails. */
const UNDELIVERABLE = '@fail.test';

/** Counts every message as sent and logs that there was one, without its body or its recipients. For trying a site out. */
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

/** Without SMTP_URL. Only jobs stored while there was one come here; they wait until there is one again. */
export class MissingDriver implements MailDriver {
  send(): Promise<Delivery> {
    return Promise.reject(new Error('SMTP_URL is not set.'));
  }

  close(): void {
    // Nothing is open.
  }
}
