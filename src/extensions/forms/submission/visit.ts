import { type Principal } from '../../../access/principal.js';
import { utcText } from '../../../content/entries/entry.js';
import { type UploadedFile } from '../../../rest/http/rest-request.js';
import { type Site } from '../../../site/site.js';
import { dateFromGmt } from '../../../text/dates.js';
import { type ContainerPage, type SubmissionScene } from '../mail/special-tags.js';
import { type Submission } from './submission.js';

/** The request that submits a form, through the REST API or as a plain form post. */
export interface Visit {
  readonly principal: Principal;
  readonly site: Site;
  readonly request: {
    readonly address: string;
    readonly files: readonly UploadedFile[];
    header(name: string): string | undefined;
  };
}

const LONGEST_AGENT = 254;

/** The site's clock at a moment, written as if it were UTC. */
export function wallClock(moment: Date, { site }: Visit): Date {
  return new Date(`${dateFromGmt(utcText(moment), site.zone).replace(' ', 'T')}Z`);
}

export function userAgent({ request }: Visit): string {
  return (request.header('user-agent') ?? '').slice(0, LONGEST_AGENT);
}

/** URL of the page with the form, if it is on this site. */
export function pageUrl({ request, site }: Visit): string {
  const referrer = (request.header('referer') ?? '').slice(0, 2000);
  return referrer === site.home || referrer.startsWith(`${site.home}/`) ? referrer : '';
}

export function submissionScene(
  visit: Visit,
  submission: Submission,
  { page, serialNumber, invalidFields = 0 }: { page?: ContainerPage; serialNumber?: number; invalidFields?: number },
): SubmissionScene {
  const { site, principal, request } = visit;
  return {
    address: request.address,
    agent: userAgent(visit),
    pageUrl: pageUrl(visit),
    wallClock: wallClock(submission.receivedAt, visit),
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
