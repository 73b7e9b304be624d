import { isMap, isTruthy, toText } from '../../../rest/args/php-values.js';

/** How far the content delivery network is set up. All texts are data and never markup. */
export interface CdnStatus {
  state: 'none' | 'setup' | 'pending_dns' | 'active' | 'error';
  nameservers: string[];
  cname: string;
  message: string;
  summary: string;
  updatedAt: number;
}

export const NO_CDN: CdnStatus = { state: 'none', nameservers: [], cname: '', message: '', summary: '', updatedAt: 0 };

const LONGEST_TEXT = 2000;
const MAX_NAMESERVERS = 20;

/** The record after a report: an error, names to enter, the end of the set-up, or a word in between. */
export function afterReport(before: CdnStatus, success: unknown, report: unknown, now = Date.now()): CdnStatus {
  const result = isMap(report) ? report : {};
  const message = text(result._msg);
  const next = { ...before, message, updatedAt: now };
  if (!isTruthy(success)) return { ...next, state: 'error' };
  if (isTruthy(result.done)) return { ...next, state: 'active', nameservers: [], cname: '' };
  const nameservers = names(result.nameservers);
  const cname = text(result.cname);
  if (nameservers.length > 0 || cname !== '')
    return { ...next, state: 'pending_dns', nameservers, cname, summary: summary(result.summary) };
  return { ...next, state: before.state === 'none' || before.state === 'error' ? 'setup' : before.state };
}

function names(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : text(value).split(/[\s,]+/);
  return listed
    .map(text)
    .filter((name) => name !== '')
    .slice(0, MAX_NAMESERVERS);
}

function summary(value: unknown): string {
  return value === undefined
    ? ''
    : (isMap(value) || Array.isArray(value) ? JSON.stringify(value) : toText(value)).slice(0, LONGEST_TEXT);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST_TEXT) : '';
}
