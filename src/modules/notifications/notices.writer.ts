import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type JobResult } from '../../platform/jobs/job.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { MailService } from '../../platform/mail/mail.service.js';
import { type MailMessage, isAddress } from '../../platform/mail/message.js';
import { type Site } from '../../site/site.js';
import { SiteService } from '../../site/site.service.js';
import { APPROVED, PENDING } from '../../database/entities/index.js';
import { type CommentNews, type Notice } from './notice-texts.js';
import * as texts from './notice-texts.js';
import { NOTICE_JOB } from './notifications.service.js';
import { NoticesStore } from './notices.store.js';

/** Turns events into messages to their recipients. */
@Injectable()
export class NoticesWriter implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly mail: MailService,
    private readonly sites: SiteService,
    private readonly store: NoticesStore,
  ) {}

  onModuleInit(): void {
    this.jobs.register<Notice>(NOTICE_JOB, (notice) => this.send(notice));
  }

  private async send(notice: Notice): Promise<JobResult | void> {
    const message = await this.message(await this.sites.current(), notice);
    if (!message) return undefined;
    return async (tx) => void (await this.mail.enqueue(tx, message));
  }

  private async message(site: Site, notice: Notice): Promise<MailMessage | undefined> {
    switch (notice.about) {
      case 'commentHeld':
        return this.aboutComment(notice.comment, (comment) => heldMessage(site, comment));
      case 'commentPublished':
        return this.aboutComment(notice.comment, (comment) => publishedMessage(site, comment));
      case 'passwordChanged':
        return messageTo(site, notice.person.email, texts.passwordText(site, notice.person));
      case 'emailChanged':
        return messageTo(site, notice.person.email, texts.emailText(site, notice.person, notice.newEmail));
      case 'siteEmailChanged':
        return messageTo(site, notice.oldEmail, texts.siteEmailText(site, notice.newEmail));
    }
  }

  private async aboutComment(
    id: number,
    write: (comment: CommentNews) => MailMessage | undefined,
  ): Promise<MailMessage | undefined> {
    const comment = await this.store.comment(id);
    return comment && write(comment);
  }
}

/** No notice for a comment that has been moderated in the meantime. */
export function heldMessage(site: Site, comment: CommentNews): MailMessage | undefined {
  if (!site.isOn('moderation_notify') || comment.approved !== PENDING) return undefined;
  return messageTo(site, site.option('admin_email'), texts.heldText(site, comment));
}

/** Authors are not notified of their own comments. Only the account counts; anyone can give a name or address. */
export function publishedMessage(site: Site, comment: CommentNews): MailMessage | undefined {
  if (
    !site.isOn('comments_notify') ||
    comment.approved !== APPROVED ||
    !comment.postAuthor ||
    comment.author === comment.postAuthor
  )
    return undefined;
  const message = messageTo(site, comment.postAuthorEmail ?? '', texts.publishedText(site, comment));
  return (
    message && { ...message, ...(isAddress(comment.authorEmail) && { replyTo: [{ address: comment.authorEmail }] }) }
  );
}

function messageTo(site: Site, address: string, { subject, text }: texts.NoticeText): MailMessage | undefined {
  return isAddress(address) ? { to: [{ address }], from: { name: texts.siteName(site) }, subject, text } : undefined;
}
