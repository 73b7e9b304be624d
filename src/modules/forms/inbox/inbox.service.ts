import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../../access/principal.js';
import { type JobLine } from '../../../platform/jobs/job.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { Item } from '../../../rest/response/reply.js';
import { type Site } from '../../../site/site.js';
import { SubmittedFields } from '../fields/posted-fields.js';
import { FormsStore } from '../forms.store.js';
import { AcceptedSubmissionsService, FORM_MAIL } from '../submission/accepted-submissions.service.js';
import { Submission, type SubmissionRequest } from '../submission/submission.js';
import { InboxStore, type StoredSubmission, type SubmissionFilter } from './inbox.store.js';
import { csvLine } from '../../../text/csv.js';
import { utcIsoText } from '../../../text/dates.js';

const unknownSubmission = () => new RestError('rest_submission_invalid_id', 'There is no such submission.', 404);

const cannotResend = () =>
  new RestError('rest_cannot_resend', 'The form of this submission has no mail that could be sent.', 409);

const FIXED_COLUMNS = ['id', 'form', 'status', 'date_gmt', 'ip'];

@Injectable()
export class InboxService {
  constructor(
    private readonly store: InboxStore,
    private readonly forms: FormsStore,
    private readonly accepted: AcceptedSubmissionsService,
    private readonly jobs: JobsService,
  ) {}

  async page(
    filter: SubmissionFilter,
    page: { limit: number; offset: number; order: 'asc' | 'desc' },
  ): Promise<{ items: Item[]; total: number }> {
    const { items, total } = await this.store.page(filter, page);
    return { items: await this.present(items), total };
  }

  async after(
    filter: SubmissionFilter,
    part: { limit: number; after?: number; order: 'asc' | 'desc' },
  ): Promise<Item[]> {
    return this.present(await this.store.after(filter, part));
  }

  async read(id: number): Promise<Item> {
    return (await this.present([await this.found(id)]))[0]!;
  }

  async delete(id: number): Promise<Item> {
    const item = await this.read(id);
    await this.store.delete(id);
    return item;
  }

  /** A waiting or dead mail job is retried; a mail that was sent is composed again from the stored fields. */
  async resend(id: number, site: Site): Promise<Item> {
    const stored = await this.found(id);
    const job = (await this.mailJobs([id])).get(id);
    if (!job || job.state === 'done' || !(await this.jobs.revive(job.id))) {
      const form = await this.forms.find(stored.form);
      if (!form) throw cannotResend();
      const submission = new Submission(form, new SubmittedFields(stored.fields), new Date(stored.receivedAt));
      if (!(await this.accepted.resend(visitOf(stored, site), submission, id))) throw cannotResend();
    }
    return this.read(id);
  }

  /** The lines of a CSV file, with a column for every field. */
  async *csv(filter: SubmissionFilter): AsyncGenerator<string, void, undefined> {
    const names = new Set<string>();
    for await (const batch of this.store.all(filter))
      for (const { fields } of batch) for (const name of Object.keys(fields)) names.add(name);
    yield csvLine([...FIXED_COLUMNS, ...names]);
    for await (const batch of this.store.all(filter)) {
      const lines = batch.map(({ id, formTitle, form, status, receivedAt, about, fields }) =>
        csvLine([
          String(id),
          formTitle ?? String(form),
          status,
          utcIsoText(new Date(receivedAt)),
          String(about.remote_ip ?? ''),
          ...[...names].map((name) => (Object.hasOwn(fields, name) ? asText(fields[name]!) : '')),
        ]),
      );
      yield lines.join('');
    }
  }

  private async found(id: number): Promise<StoredSubmission> {
    const stored = await this.store.byId(id);
    if (!stored) throw unknownSubmission();
    return stored;
  }

  private async present(submissions: readonly StoredSubmission[]): Promise<Item[]> {
    const jobs = await this.mailJobs(submissions.map(({ id }) => id));
    return submissions.map(({ id, form, formTitle, status, receivedAt, fields, about }) => {
      const job = jobs.get(id);
      return new Item({
        id,
        form,
        form_title: formTitle ?? '',
        status,
        date_gmt: utcIsoText(new Date(receivedAt)),
        ip: String(about.remote_ip ?? ''),
        fields: Object.entries(fields).map(([name, value]) => ({ name, value: asText(value) })),
        mail: { state: mailState(status, job), attempts: job?.attempts ?? 0, last_error: job?.lastError ?? '' },
      });
    });
  }

  /** The newest mail job of each submission. */
  private async mailJobs(ids: readonly number[]): Promise<Map<number, JobLine>> {
    const jobs = await this.jobs.withPayloads(
      FORM_MAIL,
      ids.map((id) => `{"submission":${id},`),
    );
    const byId = new Map<number, JobLine>();
    for (const { payload, ...job } of jobs) {
      const id = Number(/^\{"submission":(\d+),/.exec(payload)?.[1]);
      const newest = byId.get(id);
      if (!newest || newest.id < job.id) byId.set(id, job);
    }
    return byId;
  }
}

function mailState(status: string, job: JobLine | undefined): string {
  if (job?.state === 'waiting') return 'waiting';
  if (job?.state === 'dead') return 'failed';
  if (status === 'mail_sent') return 'sent';
  return status === 'mail_failed' ? 'failed' : 'none';
}

/** The request as stored; mails do not repeat who was signed in. */
function visitOf({ about }: StoredSubmission, site: Site): SubmissionRequest {
  const headers = new Map([
    ['user-agent', String(about.user_agent ?? '')],
    ['referer', String(about.url ?? '')],
  ]);
  return {
    principal: ANONYMOUS,
    site,
    request: { address: String(about.remote_ip ?? ''), files: [], header: (name) => headers.get(name) },
  };
}

function asText(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
