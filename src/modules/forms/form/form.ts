import { isIP } from 'node:net';
import { type Site } from '../../../site/site.js';

/** Default messages of a form, by the keys under which a form may store its own. They are listed in this order. */
export const DEFAULT_MESSAGES = {
  mail_sent_ok: 'Thank you. Your message is on its way to us.',
  mail_sent_ng: 'Your message could not be sent just now. Please try once more in a while.',
  validation_error: 'Something is missing or not right yet. Please look at the marked fields.',
  // Reads like any failure, so that bots learn nothing.
  spam: 'Your message could not be sent just now. Please try once more in a while.',
  accept_terms: 'Please agree to the terms first; then your message can be sent.',
  invalid_required: 'Please fill this in.',
  invalid_too_long: 'This text is longer than allowed.',
  invalid_too_short: 'This text is shorter than needed.',
  invalid_date: 'This is not a date we can read.',
  date_too_early: 'Please choose a later date.',
  date_too_late: 'Please choose an earlier date.',
  upload_failed: 'The file could not be kept.',
  upload_file_type_invalid: 'Files of this kind cannot be sent here.',
  upload_file_too_large: 'The file is larger than allowed.',
  upload_failed_php_error: 'The file did not arrive completely.',
  invalid_number: 'This is not a number we can read.',
  number_too_small: 'Please give a larger number.',
  number_too_large: 'Please give a smaller number.',
  quiz_answer_not_correct: 'That is not the answer to the question.',
  captcha_not_match: 'These are not the characters in the picture.',
  invalid_email: 'This is not an e-mail address we can write to.',
  invalid_url: 'This is not a complete web address.',
  invalid_tel: 'This is not a telephone number.',
} as const;

export type MessageKey = keyof typeof DEFAULT_MESSAGES;

export type Messages = Readonly<Partial<Record<MessageKey, string>>>;

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(DEFAULT_MESSAGES, key);
}

/** A mail's template as it is stored and shown: members and their types are whatever the form was saved with. */
export type MailRecord = Readonly<Record<string, unknown>>;

export interface FormProperties {
  readonly form: string;
  readonly mail: MailRecord;
  readonly mail_2: MailRecord;
  readonly messages: Messages;
  readonly additional_settings: string | null;
}

export interface ContactForm {
  /** None while it is not saved. */
  readonly id: number | null;
  readonly slug: string | null;
  readonly title: string;
  readonly locale: string;
  readonly properties: FormProperties;
}

export type SavedForm = ContactForm & { readonly id: number };

/** A mail's template, read. */
export interface MailTemplate {
  active: boolean;
  subject: string;
  sender: string;
  recipient: string;
  body: string;
  additionalHeaders: string;
  attachments: string;
  useHtml: boolean;
  excludeBlank: boolean;
}

export function readMailTemplate(record: MailRecord): MailTemplate {
  const text = (name: string) => scalarText(record[name]);
  const flag = (name: string) => !['', '0'].includes(text(name));
  return {
    active: flag('active'),
    subject: text('subject'),
    sender: text('sender'),
    recipient: text('recipient'),
    body: text('body'),
    additionalHeaders: text('additional_headers'),
    attachments: text('attachments'),
    useHtml: flag('use_html'),
    excludeBlank: flag('exclude_blank'),
  };
}

/** Text as a column or a search sees it; lists and maps have none. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return value === true ? '1' : '';
}

/** The additional settings of a form: one `name: value` a line. A name may come more than once. */
export class FormSettings {
  private readonly pairs: readonly (readonly [name: string, value: string])[];

  constructor(text: string | null) {
    this.pairs = (text ?? '').split(/\r\n|\r|\n/).flatMap((line) => {
      const match = /^([a-zA-Z0-9_]+)[\t ]*:(.*)$/.exec(line.trim());
      return match ? [[match[1]!, unquoted(match[2]!.trim())] as const] : [];
    });
  }

  all(name: string): string[] {
    return this.pairs.filter(([candidate]) => candidate === name).map(([, value]) => value);
  }

  isOn(name: string): boolean {
    return ['on', 'true', '1'].includes(this.all(name)[0] ?? '');
  }

  /** As newer clients read them: words for yes and no as booleans. */
  toJson(): [string, string | boolean][] {
    return this.pairs.map(([name, value]) => [
      name,
      /^(?:on|true)$/.test(value) ? true : /^(?:off|false)$/.test(value) ? false : value,
    ]);
  }
}

function unquoted(value: string): string {
  return /^".*"$|^'.*'$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

const TEMPLATE = `<label> Name
    [text* your-name] </label>

<label> E-mail
    [email* your-email] </label>

<label> What is it about?
    [text your-subject] </label>

<label> Message
    [textarea your-message] </label>

[submit "Send"]`;

const UNSET = { attachments: '', use_html: 0, exclude_blank: 0 };

/** What a new form starts from. */
export function defaultForm(site: Site): ContactForm {
  return {
    id: null,
    slug: null,
    title: 'Untitled',
    locale: site.option('WPLANG') || 'en_US',
    properties: defaultProperties(site),
  };
}

function defaultProperties(site: Site): FormProperties {
  const title = site.option('blogname');
  const admin = site.option('admin_email');
  const footer = `-- \nWritten on the form of ${title} (${site.home})`;
  const subject = `${title} "[your-subject]"`;
  const sender = `${title} <${senderAddress(admin, site.home)}>`;
  return {
    form: TEMPLATE,
    mail: {
      subject,
      sender,
      body: `[your-name] <[your-email]> writes about: [your-subject]\n\n[your-message]\n\n${footer}`,
      recipient: admin,
      additional_headers: 'Reply-To: [your-email]',
      ...UNSET,
    },
    mail_2: {
      active: false,
      subject,
      sender,
      body: `This is what you wrote:\n\n[your-message]\n\n${footer}`,
      recipient: '[your-email]',
      additional_headers: `Reply-To: ${admin}`,
      ...UNSET,
    },
    messages: DEFAULT_MESSAGES,
    additional_settings: null,
  };
}

/** Mail must come from the site's own domain or is taken for spam. */
export function senderAddress(admin: string, home: string): string {
  const host = hostOf(home);
  if (isLocal(host) || admin.toLowerCase().endsWith(`@${host}`)) return admin;
  return `wordpress@${host}`;
}

/** Without `www.` */
export function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase().replace(/^www\./, '');
  } catch {
    return '';
  }
}

/** Hosts that have no mail domain of their own. */
export function isLocal(host: string): boolean {
  return host === '' || host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}
