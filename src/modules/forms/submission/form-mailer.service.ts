import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { COUNTERS, type Counters, RateLimit } from '../../../platform/limits/counters.js';
import { MailService } from '../../../platform/mail/mail.service.js';
import { type MailMessage, type QueuedMessage, recipientsOf, headerLine } from '../../../platform/mail/message.js';
import { type FormFile } from '../fields/posted-files.js';
import { readMailTemplate } from '../form/form.js';
import { type ComposedMail, composeMail } from '../mail/compose.js';
import { FieldTags, TagSources, SpecialTags, type MailTagContext } from '../mail/mail-tags.js';
import { type Submission } from './submission.js';

/** Maximum number of second mails to one address per hour, so that forms cannot be used to spam strangers. */
const REPLIES = { most: 3, windowMs: 3600 * 1000 };

/** Composes the mails of a form. */
@Injectable()
export class FormMailerService {
  private readonly replies: RateLimit;

  constructor(
    private readonly mail: MailService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(COUNTERS) counters: Counters,
  ) {
    this.replies = new RateLimit(counters, 'form reply', REPLIES);
  }

  /** The first mail; undefined if it must not or cannot be sent. */
  prepareFirst(submission: Submission, scene: MailTagContext, files: readonly FormFile[]): QueuedMessage | undefined {
    const template = readMailTemplate(submission.form.properties.mail);
    const composed = composeMail(template, tagsFor(submission, scene, false), files);
    return composed && this.mail.prepare(toMessage(composed));
  }

  /** The second mail, if the form has one and its recipients are within the limit. */
  prepareSecond(submission: Submission, scene: MailTagContext, files: readonly FormFile[]): QueuedMessage | undefined {
    const template = readMailTemplate(submission.form.properties.mail_2);
    const composed = template.active ? composeMail(template, tagsFor(submission, scene, true), files) : undefined;
    return composed && this.mail.prepare(toMessage(composed));
  }

  /** Counts the second mail against the limit of its recipients; false if one of them has reached it. */
  async mayReply(message: MailMessage): Promise<boolean> {
    if (!this.config.rateLimit) return true;
    for (const address of recipientsOf(message)) if ((await this.replies.take(address.toLowerCase())) > 0) return false;
    return true;
  }
}

function tagsFor(submission: Submission, scene: MailTagContext, forVisitor: boolean): TagSources {
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
