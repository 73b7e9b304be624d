import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { scalarText } from '../form/form.js';
import { asksForPage, type SubmissionScene } from '../mail/special-tags.js';
import { type FormTag } from '../template/form-tag.js';
import { ContainerPagesStore } from './container-pages.store.js';
import { FormMailerService } from './form-mailer.service.js';
import { PrivateFilesService } from './private-files.service.js';
import { submissionScene, type Visit } from './visit.js';
import { type Submission } from './submission.js';
import { SubmissionsStore } from './submissions.store.js';

export interface Acceptance {
  readonly about: Readonly<Record<string, unknown>>;
  /** The same for every repetition of one filled-in form. */
  readonly once: string | undefined;
}

/** Sent, not sent, or refused because these quizzes were answered with a challenge used before. */
export type AcceptedResult = 'mail_sent' | 'mail_failed' | { readonly used: readonly FormTag[] };

type Stored = { readonly id: number | undefined } | { readonly used: readonly FormTag[] } | 'repeated';

/** Stores a submission that passed every check, then mails it: a mail that fails takes nothing along. */
@Injectable()
export class AcceptedSubmissionsService {
  constructor(
    private readonly database: Database,
    private readonly store: SubmissionsStore,
    private readonly mailer: FormMailerService,
    private readonly files: PrivateFilesService,
    private readonly pages: ContainerPagesStore,
  ) {}

  async take(visit: Visit, submission: Submission, acceptance: Acceptance): Promise<AcceptedResult> {
    const onceKey = acceptance.once === undefined ? null : `${submission.form.id}:${acceptance.once}`;
    const stored = await this.keep(submission, acceptance, onceKey);
    if (stored === 'repeated')
      return (await this.store.statusOf(onceKey!)) === 'mail_failed' ? 'mail_failed' : 'mail_sent';
    if ('used' in stored) return stored;
    const isSent = await this.send(visit, submission, stored.id);
    await this.finish(submission, stored.id, isSent);
    return isSent ? 'mail_sent' : 'mail_failed';
  }

  /** In one go with using the challenges up, so that of two that come at once only one is taken. */
  private async keep(submission: Submission, { about }: Acceptance, onceKey: string | null): Promise<Stored> {
    const { form, answered, tags, record } = submission;
    return this.database.transaction(async (tx): Promise<Stored> => {
      const used = (await this.store.spend(tx, [...answered.values()])).map(({ field }) => field);
      if (used.length > 0) return { used: tags.filter((tag) => tag.base === 'quiz' && used.includes(tag.name)) };
      if (!submission.mayBeStored) return { id: undefined };
      const id = await this.store.add(tx, { formId: form.id, status: 'received', fields: record, about, onceKey });
      return id === undefined ? 'repeated' : { id };
    });
  }

  private async send(visit: Visit, submission: Submission, serialNumber: number | undefined): Promise<boolean> {
    if (submission.isDemo || submission.settings.isOn('skip_mail')) return true;
    const scene = await this.scene(visit, submission, serialNumber);
    const fileFields = new Set(submission.tags.filter((tag) => tag.base === 'file').map((tag) => tag.name));
    const kept = await this.files.keep(submission.files.filter((file) => fileFields.has(file.field)));
    const isSent = await this.mailer.sendFirst(submission, scene, kept);
    const isNeeded = !isSent || (await this.mailer.sendSecond(submission, scene, kept));
    if (!isNeeded) await this.files.delete(kept);
    return isSent;
  }

  /** A visitor whose mail failed may try again with the same answer. */
  private async finish({ answered }: Submission, id: number | undefined, isSent: boolean): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (id !== undefined) await this.store.finish(tx, id, isSent ? 'mail_sent' : 'mail_failed');
      if (!isSent) await this.store.release(tx, [...answered.values()]);
    });
  }

  private async scene(
    visit: Visit,
    submission: Submission,
    serialNumber: number | undefined,
  ): Promise<SubmissionScene> {
    const { mail, mail_2 } = submission.form.properties;
    const needsPage = [...Object.values(mail), ...Object.values(mail_2)].some((value) =>
      asksForPage(scalarText(value)),
    );
    const id = Number.parseInt(submission.posted.about('container_post'), 10);
    const page = needsPage ? await this.pages.find(id, visit.site.home) : undefined;
    return submissionScene(visit, submission, { page, serialNumber });
  }
}
