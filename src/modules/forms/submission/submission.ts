import { type AnsweredChallenge } from '../checks/quiz.service.js';
import { type FieldValue, type SubmittedFields, readFieldValue } from '../fields/posted-fields.js';
import { fileFieldName, type FormFile } from '../fields/posted-files.js';
import { FormSettings, type SavedForm } from '../form/form.js';
import { type FormTag } from '../template/form-tag.js';
import { tagsOf } from '../template/parse-template.js';
import { type Principal } from '../../../access/principal.js';
import { type UploadedFile } from '../../../rest/http/rest-request.js';
import { type Site } from '../../../site/site.js';
import { dateFromGmt, utcText } from '../../../text/dates.js';
import { type ContainerPage, type MailTagContext } from '../mail/mail-tags.js';

/** Maximum total size of the files: what a mail can carry. */
export const SUBMISSION_BYTES = 25 * 1024 * 1024;

/** Outcome of a submission. */
export type SubmissionStatus =
  | 'validation_failed'
  | 'acceptance_missing'
  | 'spam'
  | 'mail_failed'
  | 'mail_sent'
  | 'error';

/** A filled-in form on its way through the checks. */
export class Submission {
  readonly settings: FormSettings;
  readonly tags: readonly FormTag[];
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly unitTag: string;
  readonly answered = new Map<string, AnsweredChallenge>();
  files: readonly FormFile[] = [];

  constructor(
    readonly form: SavedForm,
    readonly posted: SubmittedFields,
    readonly receivedAt: Date,
  ) {
    this.settings = new FormSettings(form.properties.additional_settings);
    this.tags = tagsOf(form.properties.form);
    const valued = this.tags.filter((tag) => tag.name !== '' && !tag.kind.notForMail && tag.base !== 'file');
    this.fields = new Map(valued.map((tag) => [tag.name, readFieldValue(tag, posted)]));
    this.unitTag = posted.about('unit_tag').replace(/[^A-Za-z0-9_-]/g, '');
  }

  /** A field with several files is posted with brackets after its name. */
  hasFileField(posted: string): boolean {
    const field = fileFieldName(posted);
    return this.tags.some((tag) => tag.base === 'file' && tag.name === field);
  }

  filesOf(field: string): readonly FormFile[] {
    return this.files.filter((file) => file.field === field);
  }

  /** Names of uploaded files by field, for mails and messages. */
  get fileNames(): Map<string, string[]> {
    return new Map(
      this.tags
        .filter((tag) => tag.base === 'file')
        .map((tag) => [tag.name, this.filesOf(tag.name).map(({ name }) => name)]),
    );
  }

  /** The stored values: everything but challenges. */
  get record(): Record<string, string | readonly string[]> {
    const storable = this.tags.filter((tag) => this.fields.has(tag.name) && !tag.kind.notStored);
    const values = storable.map((tag) => {
      const { raw } = this.fields.get(tag.name)!;
      return [tag.name, tag.kind.selectable ? raw : (raw[0] ?? '')] as const;
    });
    return Object.fromEntries([...values, ...this.fileNames]);
  }

  /** The texts a visitor accepted, or not. */
  get consent(): Record<string, string> {
    const tags = this.tags.filter((tag) => tag.base === 'acceptance' && tag.name !== '');
    return Object.fromEntries(tags.map((tag) => [tag.name, this.fields.get(tag.name)!.piped.join(' ')]));
  }

  get isDemo(): boolean {
    return this.settings.isOn('demo_mode');
  }

  /** False if the form disables it, or a field requires consent and did not get it. */
  get mayBeStored(): boolean {
    if (this.isDemo || this.settings.isOn('do_not_store')) return false;
    const consentTags = this.tags.filter((tag) => tag.optionValues('consent_for').includes('storage'));
    return consentTags.every((tag) => !['', '0'].includes(this.posted.first(tag.name)));
  }
}

/** The request that submits a form, through the REST API or as a plain form post. */
export interface SubmissionRequest {
  readonly principal: Principal;
  readonly site: Site;
  readonly request: {
    readonly address: string;
    readonly files: readonly UploadedFile[];
    header(name: string): string | undefined;
  };
}

const MAX_AGENT_LENGTH = 254;

/** The site's local time, written as if it were UTC. */
export function siteTime(moment: Date, { site }: SubmissionRequest): Date {
  return new Date(`${dateFromGmt(utcText(moment), site.zone).replace(' ', 'T')}Z`);
}

export function userAgent({ request }: SubmissionRequest): string {
  return (request.header('user-agent') ?? '').slice(0, MAX_AGENT_LENGTH);
}

/** URL of the page with the form, if it is on this site. */
export function pageUrl({ request, site }: SubmissionRequest): string {
  const referrer = (request.header('referer') ?? '').slice(0, 2000);
  return referrer === site.home || referrer.startsWith(`${site.home}/`) ? referrer : '';
}

export function mailTagContext(
  visit: SubmissionRequest,
  submission: Submission,
  { page, serialNumber, invalidFields = 0 }: { page?: ContainerPage; serialNumber?: number; invalidFields?: number },
): MailTagContext {
  const { site, principal, request } = visit;
  return {
    address: request.address,
    agent: userAgent(visit),
    pageUrl: pageUrl(visit),
    siteTime: siteTime(submission.receivedAt, visit),
    dateFormat: site.option('date_format'),
    timeFormat: site.option('time_format'),
    invalidFields,
    serialNumber,
    formTitle: submission.form.title,
    page,
    site: {
      title: site.option('blogname'),
      description: site.option('blogdescription'),
      url: site.home,
      adminEmail: site.option('admin_email'),
    },
    user: principal,
  };
}
