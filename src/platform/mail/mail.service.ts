import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Transaction } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { CONFIG, type Config } from '../config/config.js';
import { type JobResult, backOff } from '../jobs/job.js';
import { JobsService } from '../jobs/jobs.service.js';
import { type Delivery, MAIL_DRIVER, type MailDriver } from './mail-driver.js';
import {
  type Mailbox,
  type MailMessage,
  type OutgoingMessage,
  type QueuedMessage,
  recipientsOf,
  messageProblem,
  isAddress,
  defaultSender,
} from './message.js';

const KIND = 'mail';
/** With exponential backoff, about a day. */
export const MAIL_ATTEMPTS = 14;

/** Sends mail. Every message is stored before it is sent, and kept until it is accepted or given up. */
@Injectable()
export class MailService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Mail');
  /** Results of messages, since the start. */
  readonly counts = { sent: 0, failed: 0, refused: 0 };
  private hasWarned = false;

  constructor(
    private readonly jobs: JobsService,
    private readonly options: OptionsStore,
    @Inject(MAIL_DRIVER) private readonly driver: MailDriver,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.register<QueuedMessage>(KIND, (message) => this.send(message));
  }

  onApplicationShutdown(): void {
    this.driver.close();
  }

  /** Whether mail is configured. */
  get isConfigured(): boolean {
    return this.config.smtpUrl !== undefined;
  }

  /** Sends a message after the caller's transaction has committed. False, and nothing stored, if it cannot be sent. */
  async enqueue(tx: Transaction, message: MailMessage): Promise<boolean> {
    const prepared = this.prepare(message);
    if (prepared) await this.store(tx, prepared);
    return prepared !== undefined;
  }

  /** The message with its Message-ID; undefined if it must not be sent or no mail is configured. */
  prepare(message: MailMessage): QueuedMessage | undefined {
    if (!this.isConfigured) {
      this.warnOfDroppedMail();
      return undefined;
    }
    return this.mayBeSent(message) ? { ...message, token: randomUUID() } : undefined;
  }

  /** Once, at the first message: a site that sends no mail needs no mail server. */
  private warnOfDroppedMail(): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.logger.warn(
      'SMTP_URL is not set: no mail is sent. Forms store what visitors send, for the inbox of the console.',
    );
  }

  /**
   * Sends a message now. True if it was accepted. Otherwise it is retried later, unless it must not be sent or was refused
   * permanently. Not to be called inside a transaction.
   */
  async deliver(message: MailMessage): Promise<boolean> {
    const prepared = this.prepare(message);
    return prepared !== undefined && this.jobs.runNow(KIND, prepared, { maxAttempts: MAIL_ATTEMPTS });
  }

  private mayBeSent(message: MailMessage): boolean {
    const problem = messageProblem(message);
    if (problem === undefined) return true;
    this.counts.refused++;
    this.logger.warn(`A message was refused. ${problem}`);
    return false;
  }

  /** Queues a prepared message in the caller's transaction. */
  async store(tx: Transaction, message: QueuedMessage, runAt?: Date): Promise<void> {
    await this.jobs.add(tx, KIND, message, { runAt, maxAttempts: MAIL_ATTEMPTS });
  }

  /** Delivers a message now; what follows from the result belongs in the transaction that completes the job. */
  async send(message: QueuedMessage): Promise<JobResult | void> {
    const { postponed } = await this.hand(message);
    if (postponed.length === 0) return undefined;
    // Recipients that got it must not get it again.
    return (tx) => this.store(tx, { ...message, remaining: postponed }, new Date(Date.now() + backOff(1)));
  }

  private async hand(message: QueuedMessage): Promise<Delivery> {
    try {
      const delivery = await this.driver.send(await this.outgoing(message));
      this.counts.sent++;
      return delivery;
    } catch (error) {
      this.counts.failed++;
      throw error;
    }
  }

  private async outgoing({ token, remaining, ...message }: QueuedMessage): Promise<OutgoingMessage> {
    const from = await this.sender(message.from);
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    return { ...message, from, messageId: `<${token}@${domain}>`, recipients: remaining ?? recipientsOf(message) };
  }

  private async sender({ name, address }: Partial<Mailbox> = {}): Promise<Mailbox> {
    if (address !== undefined) return { name, address };
    const [adminEmail, home] = await Promise.all([this.options.text('admin_email'), this.options.text('home')]);
    const sender = defaultSender({ configured: this.config.mailFrom, adminEmail, home: this.config.siteUrl ?? home });
    if (!isAddress(sender.address)) throw new Error('There is no address to send from: set MAIL_FROM.');
    return { ...sender, name: sender.name ?? name };
  }
}
