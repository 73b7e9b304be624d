import { isEmail } from '../../../text/email.js';
import { parseUrlFront } from '../../../text/urls.js';
import { type MessageKey } from '../form/form.js';
import { type FormTag } from '../template/form-tag.js';
import { type FormFile, validateFiles } from './posted-files.js';
import { type FieldValue, isAccepted, type SubmittedFields } from './posted-fields.js';
import { formatDate } from '../../../text/dates.js';

const DATE = /^(\d{4,9})-(\d{2})-(\d{2})$/;
const RELATIVE = /^today(?:([+-])(\d{1,5})([a-z]*))?$/i;

/** A day of the calendar, written `YYYY-MM-DD`. */
export function isRealDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The day a limit stands for: a date, `today`, `today+3days`, `today-1month`. `today` is the wall clock, as if it were UTC. */
export function resolveDateLimit(limit: string, today: Date): string | undefined {
  if (isRealDate(limit)) return limit;
  const match = RELATIVE.exec(limit);
  if (!match) return undefined;
  const [, sign, count = '0', unit = ''] = match;
  const amount = (sign === '-' ? -1 : 1) * Number(count);
  const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
  switch (unit.toLowerCase().replace(/s$/, '')) {
    case 'week':
      date.setUTCDate(date.getUTCDate() + amount * 7);
      break;
    case 'month':
      date.setUTCMonth(date.getUTCMonth() + amount);
      break;
    case 'year':
      date.setUTCFullYear(date.getUTCFullYear() + amount);
      break;
    default:
      date.setUTCDate(date.getUTCDate() + amount);
  }
  return formatDate('Y-m-d', Math.floor(date.getTime() / 1000));
}

function isEmailAddress(text: string): boolean {
  return isEmail(text, { minLength: 6 });
}

const PRINTABLE = /^[!-~]+$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i;
const HOSTLESS = new Set(['mailto', 'news', 'file']);

/** A complete web address, also of other schemes than http. */
export function isAbsoluteUrl(text: string): boolean {
  if (text.length > 2048 || !PRINTABLE.test(text)) return false;
  const front = parseUrlFront(text);
  const scheme = front?.scheme?.toLowerCase();
  if (!front || scheme === undefined) return false;
  if (front.host === undefined) return HOSTLESS.has(scheme);
  return scheme !== 'http' && scheme !== 'https'
    ? true
    : HOST.test(front.host) || /^\[[0-9a-f:.]+\]$/i.test(front.host);
}

/** Groups of digits, bare or in parentheses, with blanks, dashes and slashes between them. */
export function isTelephoneNumber(text: string): boolean {
  return /^\+?(?:\d|\(\d+\))(?:[\d/ -]|\(\d+\))*$/.test(text) && /[\d)]$/.test(text);
}

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function readNumber(text: string): number | undefined {
  return text.length < 400 && NUMERIC.test(text) ? Number(text) : undefined;
}

/** What the checks of a field use besides its value. */
interface ValidationScene {
  readonly posted: SubmittedFields;
  /** The site's wall clock, as if it were UTC. */
  readonly today: Date;
  /** An unaccepted condition counts as a mistake in its field. */
  readonly acceptanceIsValidation: boolean;
  readonly files: (field: string) => readonly FormFile[];
  readonly isAnswered: (tag: FormTag) => boolean;
}

type Check = (tag: FormTag, value: FieldValue, scene: ValidationScene) => MessageKey | undefined;

/** The first thing that is wrong with a field. */
export function validateField(tag: FormTag, value: FieldValue, scene: ValidationScene): MessageKey | undefined {
  return CHECKS.get(tag.base)?.(tag, value, scene);
}

/** A single text: whether it is required, then the rules of its type, then its length. */
function typed(
  check?: (tag: FormTag, text: string, scene: ValidationScene) => MessageKey | undefined,
  hasLength = true,
): Check {
  return (tag, { raw }, scene) => {
    const [text = ''] = raw;
    if (text === '') return tag.isStarred ? 'invalid_required' : undefined;
    return check?.(tag, text, scene) ?? (hasLength ? lengthProblem(tag, text) : undefined);
  };
}

/** Counted as browsers count: in UTF-16 units, a line break being one. */
function lengthProblem(tag: FormTag, text: string): MessageKey | undefined {
  const { maxLength, minLength } = tag;
  if (maxLength !== undefined && minLength !== undefined && maxLength < minLength) return undefined;
  const { length } = text.replaceAll('\r\n', '\n');
  if (maxLength !== undefined && length > maxLength) return 'invalid_too_long';
  return minLength !== undefined && length < minLength ? 'invalid_too_short' : undefined;
}

const SIGNED_INTEGER = /^[+-]?\d{1,15}$/;

function numberProblem(tag: FormTag, text: string): MessageKey | undefined {
  const number = readNumber(text);
  if (number === undefined) return 'invalid_number';
  const min = tag.option('min', SIGNED_INTEGER);
  const max = tag.option('max', SIGNED_INTEGER);
  if (min !== undefined && number < Number(min)) return 'number_too_small';
  return max !== undefined && number > Number(max) ? 'number_too_large' : undefined;
}

function dateProblem(tag: FormTag, text: string, { today }: ValidationScene): MessageKey | undefined {
  if (!isRealDate(text)) return 'invalid_date';
  const limit = (name: string) =>
    tag
      .optionValues(name)
      .map((value) => resolveDateLimit(value, today))
      .find((date) => date !== undefined);
  const min = limit('min');
  const max = limit('max');
  if (min !== undefined && text < min) return 'date_too_early';
  return max !== undefined && text > max ? 'date_too_late' : undefined;
}

const numeric = typed(numberProblem, false);

/** Sent at all is enough, be it the empty choice. */
const someValue =
  (isRequired: (tag: FormTag) => boolean): Check =>
  (tag, { raw }) =>
    isRequired(tag) && raw.length === 0 ? 'invalid_required' : undefined;

const CHECKS: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({
    text: typed(),
    textarea: typed(),
    email: typed((_, text) => (isEmailAddress(text) ? undefined : 'invalid_email')),
    url: typed((_, text) => (isAbsoluteUrl(text) ? undefined : 'invalid_url')),
    tel: typed((_, text) => (isTelephoneNumber(text) ? undefined : 'invalid_tel')),
    number: numeric,
    range: numeric,
    date: typed(dateProblem, false),
    checkbox: someValue((tag) => tag.isStarred),
    radio: someValue(() => true),
    select: someValue((tag) => tag.isStarred),
    acceptance: (tag, _, scene) =>
      scene.acceptanceIsValidation && isUnaccepted(tag, scene.posted) ? 'accept_terms' : undefined,
    quiz: (tag, _, { isAnswered }) => (isAnswered(tag) ? undefined : 'quiz_answer_not_correct'),
    captchar: (tag, _, { isAnswered }) => (isAnswered(tag) ? undefined : 'captcha_not_match'),
    file: (tag, _, { files }) => validateFiles(tag, files(tag.name)),
  }),
);

export function isUnaccepted(tag: FormTag, posted: SubmittedFields): boolean {
  return tag.base === 'acceptance' && !tag.has('optional') && !isAccepted(tag, posted);
}
