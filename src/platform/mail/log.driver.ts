import { Logger } from '@nestjs/common';
import { PermanentFailure } from '../jobs/job.js';
import { type Delivery, type MailDriver } from './mail-driver.js';
import { type OutgoingMessage } from './message.js';

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
