import { Arg } from '../../rest/args/arg.decorator.js';
import { toInteger, toText } from '../../text/php/php-values.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { stripAllTags } from '../../text/strip-tags.js';
import { type ContactForm, isMessageKey, type MailRecord, type Messages, scalarText } from './form/form.js';

/** The REST API lists no arguments for forms and refuses none; a form may be as long as a body. */
const UNLISTED = { unlisted: true, unchecked: true, maxLength: Infinity, maxItems: Infinity } as const;
const IN_QUERY = { ...UNLISTED, from: 'query' } as const;
const TEXT = { ...UNLISTED, sanitize: asText };
const MEMBERS = { ...UNLISTED, sanitize: asMembers };

export class ListFormsDto {
  @Arg({ ...IN_QUERY, sanitize: (value) => toInteger(value) })
  per_page?: number;

  @Arg({ ...IN_QUERY, sanitize: (value) => toInteger(value) })
  offset?: number;

  @Arg({ ...IN_QUERY, sanitize: (value) => toText(value) })
  orderby?: string;

  @Arg({ ...IN_QUERY, sanitize: (value) => toText(value) })
  order?: string;

  @Arg({ ...IN_QUERY, sanitize: (value) => toText(value) })
  search?: string;
}

/** The form that the path names: a submission may have a field of its own called `id`. */
export class FormIdDto {
  @Arg({ ...UNLISTED, from: 'path', sanitize: (value) => Number(value) })
  id!: number;
}

export class RefillDto extends FormIdDto {
  /** Asks for a token as well, whatever its value. */
  @Arg(IN_QUERY)
  token?: unknown;
}

export class CreateFormDto {
  @Arg(TEXT)
  title?: string;

  @Arg(TEXT)
  locale?: string;

  @Arg(TEXT)
  form?: string;

  @Arg(TEXT)
  additional_settings?: string;

  @Arg(MEMBERS)
  mail?: Record<string, unknown>;

  @Arg(MEMBERS)
  mail_2?: Record<string, unknown>;

  @Arg(MEMBERS)
  messages?: Record<string, unknown>;

  /** `save` stores the form; anything else is a trial. */
  @Arg(UNLISTED)
  context?: unknown;
}

export class UpdateFormDto extends CreateFormDto {
  @Arg({ ...UNLISTED, from: 'path', sanitize: (value) => Number(value) })
  id!: number;
}

interface FormChanges {
  title?: string;
  locale?: string;
  form?: string;
  mail?: MailRecord;
  mail_2?: MailRecord;
  messages?: Messages;
  additional_settings?: string;
}

const LOCALE = /^[a-z]{2,3}(?:_[A-Z][A-Za-z]{1,3})?(?:_(?:formal|informal|ao90))?$/;

/** The form with what a request wants changed. `trusted` authors may use any HTML. */
export function applyChanges<F extends ContactForm>(form: F, args: CreateFormDto, trusted: boolean): F {
  const { title, locale, ...properties } = changesOf(args, trusted);
  return {
    ...form,
    title: title ?? form.title,
    locale: locale ?? form.locale,
    // A property that is sent replaces the whole property.
    properties: { ...form.properties, ...properties },
  };
}

function changesOf(args: CreateFormDto, trusted: boolean): FormChanges {
  const { title, locale, form, additional_settings: settings, mail, mail_2: second, messages } = args;
  const changes: FormChanges = {};
  const markup = (html: string) => (trusted ? html : filterPostHtml(html));
  if (title !== undefined) changes.title = stripAllTags(title) || 'Untitled';
  if (locale !== undefined) changes.locale = LOCALE.test(locale) ? locale : 'en_US';
  if (form !== undefined) changes.form = markup(form.trim());
  if (settings !== undefined) changes.additional_settings = settings.trim();
  if (mail) changes.mail = { ...mailRecord(mail, markup), active: true };
  if (second) changes.mail_2 = mailRecord(second, markup);
  if (messages) changes.messages = messagesOf(messages);
  return changes;
}

function messagesOf(provided: Record<string, unknown>): Messages {
  const messages = Object.entries(provided).filter(([key]) => isMessageKey(key));
  return Object.fromEntries(messages.map(([key, value]) => [key, oneText(value).trim()]));
}

function mailRecord(provided: Record<string, unknown>, markup: (html: string) => string): MailRecord {
  const line = (name: string) => oneText(provided[name]).trim();
  return {
    active: isOn(provided.active),
    subject: line('subject'),
    sender: line('sender'),
    recipient: line('recipient'),
    body: markup(line('body')),
    additional_headers: lines(oneText(provided.additional_headers)),
    attachments: lines(oneText(provided.attachments)),
    use_html: isOn(provided.use_html),
    exclude_blank: isOn(provided.exclude_blank),
  };
}

function lines(value: string): string {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function isOn(value: unknown): boolean {
  return !['', '0', 'false'].includes(scalarText(value));
}

/** Undefined for what is no text at all. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? oneText(value) : undefined;
}

/** With line feeds only, and none of what no column takes. */
function oneText(value: unknown): string {
  return scalarText(value).replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();
}

function asMembers(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
