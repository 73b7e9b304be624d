import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { stripAllTags } from '../../../text/strip-tags.js';
import { type ContactForm, isMessageKey, type MailRecord, type Messages, scalarText } from './form.js';

export interface FormChanges {
  title?: string;
  locale?: string;
  form?: string;
  mail?: MailRecord;
  mail_2?: MailRecord;
  messages?: Messages;
  additional_settings?: string;
}

const LOCALE = /^[a-z]{2,3}(?:_[A-Z][A-Za-z]{1,3})?(?:_(?:formal|informal|ao90))?$/;

/** What a request wants changed. `trusted` authors may use any HTML. */
export function readChanges(param: (name: string) => unknown, trusted: boolean): FormChanges {
  const changes: FormChanges = {};
  const title = text(param('title'));
  const locale = text(param('locale'));
  const form = text(param('form'));
  const settings = text(param('additional_settings'));
  const markup = (html: string) => (trusted ? html : filterPostHtml(html));
  if (title !== undefined) changes.title = stripAllTags(title) || 'Untitled';
  if (locale !== undefined) changes.locale = LOCALE.test(locale) ? locale : 'en_US';
  if (form !== undefined) changes.form = markup(form.trim());
  if (settings !== undefined) changes.additional_settings = settings.trim();
  const mail = members(param('mail'));
  const second = members(param('mail_2'));
  const messages = members(param('messages'));
  if (mail) changes.mail = { ...mailRecord(mail, markup), active: true };
  if (second) changes.mail_2 = mailRecord(second, markup);
  if (messages) changes.messages = knownMessages(messages);
  return changes;
}

/** A property that is given replaces the whole property. */
export function applyChanges(form: ContactForm, { title, locale, ...properties }: FormChanges): ContactForm {
  return {
    ...form,
    title: title ?? form.title,
    locale: locale ?? form.locale,
    properties: { ...form.properties, ...properties },
  };
}

function knownMessages(given: Record<string, unknown>): Messages {
  const known = Object.entries(given).filter(([key]) => isMessageKey(key));
  return Object.fromEntries(known.map(([key, value]) => [key, oneText(value).trim()]));
}

function mailRecord(given: Record<string, unknown>, markup: (html: string) => string): MailRecord {
  const line = (name: string) => oneText(given[name]).trim();
  return {
    active: isOn(given.active),
    subject: line('subject'),
    sender: line('sender'),
    recipient: line('recipient'),
    body: markup(line('body')),
    additional_headers: lines(oneText(given.additional_headers)),
    attachments: lines(oneText(given.attachments)),
    use_html: isOn(given.use_html),
    exclude_blank: isOn(given.exclude_blank),
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
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? oneText(value) : undefined;
}

/** With line feeds only, and none of what no column takes. */
function oneText(value: unknown): string {
  return scalarText(value).replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();
}

function members(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
