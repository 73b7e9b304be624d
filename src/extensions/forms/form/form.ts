import { type Messages } from './messages.js';

/** A mail's template as it is kept and shown: members and their types are whatever the form was saved with. */
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
