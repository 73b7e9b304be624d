import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Principal } from '../../../access/principal.js';
import { Database } from '../../../database/database.js';
import { ContentEvents } from '../../../hooks/content-events.service.js';
import { WriteHooks } from '../../../hooks/write-hooks.service.js';
import { type JobResult } from '../../../platform/jobs/job.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { type ClaimedJob } from '../../../platform/jobs/jobs.store.js';
import { MAIL_ATTEMPTS, MailService } from '../../../platform/mail/mail.service.js';
import { type QueuedMessage } from '../../../platform/mail/message.js';
import { type FormFile } from '../fields/posted-files.js';
import { scalarText } from '../form/form.js';
import { usesPageTags, type MailTagContext } from '../mail/mail-tags.js';
import { type FormTag } from '../template/form-tag.js';
import { FormMailerService } from './form-mailer.service.js';
import { PrivateFilesService } from './private-files.service.js';
import { type Submission, mailTagContext, type SubmissionRequest } from './submission.js';
import { SubmissionsStore, ContainerPagesStore } from './submissions.store.js';

export interface Acceptance {
  readonly about: Readonly<Record<string, unknown>>;
  /** The same for every repetition of one filled-in form. */
  readonly once: string | undefined;
}

/** Sent, not sent, or refused because these quizzes were answered with a used challenge. */
export type AcceptedResult = 'mail_sent' | 'mail_failed' | { readonly used: readonly FormTag[] };

/** Kind of the jobs that mail submissions. Their payload begins with the ID of the submission. */
export const FORM_MAIL = 'forms.mail';

/** The mails of one submission. The second is sent after the first was accepted. */
interface SubmissionMails {
  /** Absent for submissions that are not stored. */
  readonly submission?: number;
  readonly first: QueuedMessage;
  readonly second?: QueuedMessage;
  /** Files that are deleted after the first mail was accepted. */
  readonly files: readonly Pick<FormFile, 'path'>[];
}

interface Stored {
  readonly id: number | undefined;
  readonly job: ClaimedJob | undefined;
}

/**
 * Stores a valid submission together with the job that mails it, in one transaction: whatever happens to the
 * process, a stored submission is mailed. After a crash it may be mailed twice, with the same Message-ID.
 */
@Injectable()
export class AcceptedSubmissionsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly store: SubmissionsStore,
    private readonly mailer: FormMailerService,
    private readonly mail: MailService,
    private readonly jobs: JobsService,
    private readonly files: PrivateFilesService,
    private readonly pages: ContainerPagesStore,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
  ) {}

  onModuleInit(): void {
    this.jobs.register<SubmissionMails>(FORM_MAIL, (mails) => this.deliver(mails));
  }

  async take(visit: SubmissionRequest, submission: Submission, acceptance: Acceptance): Promise<AcceptedResult> {
    const onceKey = acceptance.once === undefined ? null : `${submission.form.id}:${acceptance.once}`;
    const isMailed = !submission.isDemo && !submission.settings.isOn('skip_mail');
    const files = isMailed ? await this.keepFiles(submission) : [];
    const page = isMailed ? await this.pageFor(visit, submission) : undefined;
    const mails = (id: number | undefined) =>
      isMailed
        ? this.compose(submission, mailTagContext(visit, submission, { page, serialNumber: id }), files, id)
        : 'none';
    const stored = await this.storeSubmission(visit.principal, submission, acceptance, onceKey, mails).catch(
      async (error: unknown) => {
        await this.files.delete(files);
        throw error;
      },
    );
    if (stored === 'repeated' || 'used' in stored) {
      await this.files.delete(files);
      return stored === 'repeated' ? 'mail_sent' : stored;
    }
    if (!isMailed || (stored.job && (await this.jobs.run(stored.job)))) return 'mail_sent';
    // Pages of the site, whose forms have a token, say that the message arrived: the owner finds it in the inbox. Other clients get
    // what Contact Form 7 responds.
    const isAcknowledged = stored.id !== undefined && onceKey !== null;
    await this.fail(submission, stored, isAcknowledged);
    if (!stored.job) await this.files.delete(files);
    return isAcknowledged ? 'mail_sent' : 'mail_failed';
  }

  /** Mails a stored submission again, without its files and without the second mail. False if there is no mail. */
  async resend(visit: SubmissionRequest, submission: Submission, id: number): Promise<boolean> {
    const page = await this.pageFor(visit, submission);
    const first = this.mailer.prepareFirst(
      submission,
      mailTagContext(visit, submission, { page, serialNumber: id }),
      [],
    );
    if (!first) return false;
    const mails: SubmissionMails = { submission: id, first, files: [] };
    await this.database.transaction((tx) => this.jobs.add(tx, FORM_MAIL, mails, { maxAttempts: MAIL_ATTEMPTS }));
    return true;
  }

  /** In one transaction with using up the challenges, so that only one of two concurrent submissions is accepted. */
  private async storeSubmission(
    principal: Principal,
    submission: Submission,
    { about }: Acceptance,
    onceKey: string | null,
    mails: (id: number | undefined) => SubmissionMails | undefined | 'none',
  ): Promise<Stored | { readonly used: readonly FormTag[] } | 'repeated'> {
    const { form, answered, tags } = submission;
    return this.database.transaction(async (tx) => {
      const used = (await this.store.spend(tx, [...answered.values()])).map(({ field }) => field);
      if (used.length > 0) return { used: tags.filter((tag) => tag.base === 'quiz' && used.includes(tag.name)) };
      const change = { action: 'create', form: form.id, about, principal } as const;
      const record = await this.hooks.decide('submission', tx, change, submission.record);
      let id: number | undefined;
      if (submission.mayBeStored) {
        id = await this.store.add(tx, { formId: form.id, status: 'received', fields: record, about, onceKey });
        if (id === undefined) return 'repeated';
      }
      await this.events.emit(tx, 'form.submitted', principal, { ...(id !== undefined && { id }), form: form.id });
      const mailing = mails(id);
      if (mailing === 'none' && id !== undefined) await this.store.markSent(tx, id);
      if (mailing === 'none' || mailing === undefined) return { id, job: undefined };
      return { id, job: await this.jobs.addClaimed(tx, FORM_MAIL, mailing, { maxAttempts: MAIL_ATTEMPTS }) };
    });
  }

  private compose(
    submission: Submission,
    scene: MailTagContext,
    files: readonly FormFile[],
    id: number | undefined,
  ): SubmissionMails | undefined {
    const first = this.mailer.prepareFirst(submission, scene, files);
    if (!first) return undefined;
    const second = this.mailer.prepareSecond(submission, scene, files);
    return { submission: id, first, second, files: files.map(({ path }) => ({ path })) };
  }

  /** Sends the first mail; its success and the job for the second mail are stored in one transaction. */
  private async deliver({ submission, first, second, files }: SubmissionMails): Promise<JobResult> {
    const result = await this.mail.send(first);
    const isReplied = second !== undefined && (await this.mailer.mayReply(second));
    return async (tx) => {
      await result?.(tx);
      if (submission !== undefined) await this.store.markSent(tx, submission);
      if (isReplied) await this.mail.store(tx, second);
      const needsFiles = result || (isReplied && second.attachments?.length);
      if (!needsFiles) tx.afterCommit(() => this.files.delete(files));
    };
  }

  /** A visitor who learns of it may retry with the same answers. */
  private async fail({ answered }: Submission, { id }: Stored, isAcknowledged: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (id !== undefined) await this.store.markFailed(tx, id);
      if (!isAcknowledged) await this.store.release(tx, [...answered.values()]);
    });
  }

  private keepFiles({ tags, files }: Submission): Promise<FormFile[]> {
    const fields = new Set(tags.filter((tag) => tag.base === 'file').map((tag) => tag.name));
    return this.files.store(files.filter((file) => fields.has(file.field)));
  }

  /** The page that contains the form, if one of the mails mentions it. */
  private async pageFor(visit: SubmissionRequest, { form, posted }: Submission) {
    const { mail, mail_2 } = form.properties;
    const values = [...Object.values(mail), ...Object.values(mail_2)];
    if (!values.some((value) => usesPageTags(scalarText(value)))) return undefined;
    return this.pages.find(Number.parseInt(posted.about('container_post'), 10), visit.site.home);
  }
}
