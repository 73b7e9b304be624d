import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { COUNTERS, type Counters } from '../../../platform/limits/counters.js';
import { RateLimit } from '../../../platform/limits/rate-limit.js';
import { headerLine } from '../../../platform/mail/message-problem.js';
import { MailService } from '../../../platform/mail/mail.service.js';
import { type MailMessage } from '../../../platform/mail/message.js';
import { type FormFile } from '../fields/files.js';
import { readMailTemplate } from '../form/form.js';
import { type ComposedMail, composeMail } from '../mail/compose.js';
import { SpecialTags, type SubmissionScene } from '../mail/special-tags.js';
import { FieldTags, TagSources } from '../mail/mail-tags.js';
import { type Submission } from './submission.js';

/** Answers sent to one address in an hour: the second mail must not become a way to bother strangers. */
const ANSWERS = { most: 3, windowMs: 3600 * 1000 };

/** Writes the mails a form asks for and hands them over. */
@Injectable()
export class FormMailerService {
  private readonly answers: RateLimit;

  constructor(
    private readonly mail: MailService,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(COUNTERS) counters: Counters,
  ) {
    this.answers = new RateLimit(counters, 'form answer', ANSWERS);
  }

  /** True when the mail was taken. When not, it stays queued if there is any hope. */
  async sendFirst(submission: Submission, scene: SubmissionScene, files: readonly FormFile[]): Promise<boolean> {
    const composed = composeMail(
      readMailTemplate(submission.form.properties.mail),
      tagsFor(submission, scene, false),
      files,
    );
    return composed !== undefined && (await this.mail.deliver(toMessage(composed)));
  }

  /** Queued: nobody waits for it, and nothing depends on it. True when it still needs the files. */
  async sendSecond(submission: Submission, scene: SubmissionScene, files: readonly FormFile[]): Promise<boolean> {
    const template = readMailTemplate(submission.form.properties.mail_2);
    const composed = template.active ? composeMail(template, tagsFor(submission, scene, true), files) : undefined;
    if (!composed || !(await this.mayAnswer(composed))) return false;
    const isQueued = await this.database.transaction((tx) => this.mail.enqueue(tx, toMessage(composed)));
    return isQueued && composed.attachments.length > 0;
  }

  private async mayAnswer({ to, cc, bcc }: ComposedMail): Promise<boolean> {
    if (!this.config.rateLimit) return true;
    for (const { address } of [...to, ...cc, ...bcc])
      if ((await this.answers.take(address.toLowerCase())) > 0) return false;
    return true;
  }
}

function tagsFor(submission: Submission, scene: SubmissionScene, forVisitor: boolean): TagSources {
  return new TagSources([new FieldTags(submission.fields, submission.fileNames), new SpecialTags(scene, forVisitor)]);
}

function toMessage({
  from,
  to,
  cc,
  bcc,
  replyTo,
  subject,
  body,
  isHtml,
  headers,
  attachments,
}: ComposedMail): MailMessage {
  return {
    ...(from && { from }),
    to,
    cc,
    bcc,
    replyTo,
    subject: headerLine(subject, 900),
    ...(isHtml ? { html: body } : { text: body }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, headerLine(value, 900)])),
    attachments: attachments.map(({ path, name }) => ({ path, name })),
  };
}
