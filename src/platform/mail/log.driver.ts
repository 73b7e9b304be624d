import { Logger } from '@nestjs/common';
import { PermanentFailure } from '../jobs/job.js';
import { type Delivery, type MailDriver } from './mail-driver.js';
import { type OutgoingMessage } from './message.js';

/** A domain that can never exist, for trying out what happens when mail fails. */
const UNDELIVERABLE = '@fail.test';

/** Sends nothing: notes that there was a message, without its body or its recipients. */
export class LogDriver implements MailDriver {
  private readonly logger = new Logger('Mail');

  async send({ subject, recipients }: OutgoingMessage): Promise<Delivery> {
    const accepted = recipients.filter((address) => !address.toLowerCase().endsWith(UNDELIVERABLE));
    if (accepted.length === 0) throw new PermanentFailure('No recipient can be reached.');
    this.logger.log({ msg: 'mail not sent, SMTP_URL is not set', subject, recipients: accepted.length });
    return { postponed: [] };
  }

  close(): void {
    // Nothing is open.
  }
}
