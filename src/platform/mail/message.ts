import { isAbsolute } from 'node:path';

const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;
const MAX_LABEL = 63;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9-]+$/;

/** Whether a text is a plain e-mail address: no quotes, comments or non-ASCII letters. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (text.length > MAX_ADDRESS || at < 1 || at > MAX_LOCAL_PART) return false;
  const local = text.slice(0, at);
  if (!LOCAL_PART.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const labels = text.slice(at + 1).split('.');
  const isNumeric = labels.every((label) => /^\d+$/.test(label));
  return (
    !isNumeric &&
    labels.every(
      (label) => label.length <= MAX_LABEL && LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'),
    )
  );
}

/** `me@site.example` or `Name <me@site.example>`; undefined for anything else. */
export function parseMailbox(text: string): Mailbox | undefined {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return isAddress(trimmed) ? { address: trimmed } : undefined;
  const open = trimmed.lastIndexOf('<');
  if (open < 0) return undefined;
  const address = trimmed.slice(open + 1, -1).trim();
  if (!isAddress(address)) return undefined;
  const name = unquoted(trimmed.slice(0, open).trim());
  return name === '' ? { address } : { name, address };
}

/** A comma-separated list; commas may also occur in quoted names. Undefined if an element is not a mailbox. */
export function parseMailboxes(text: string): Mailbox[] | undefined {
  const mailboxes: Mailbox[] = [];
  for (const part of splitAtCommas(text)) {
    const mailbox = parseMailbox(part);
    if (!mailbox) return undefined;
    mailboxes.push(mailbox);
  }
  return mailboxes;
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '\\') at++;
    else if (char === '"') quoted = !quoted;
    else if (char === ',' && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].filter((part) => part.trim() !== '');
}

function unquoted(name: string): string {
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name;
  return name.slice(1, -1).replace(/\\(.)/gs, '$1');
}

export interface SenderSources {
  /** MAIL_FROM, if set. */
  configured?: string;
  adminEmail: string;
  home: string;
}

/**
 * The default sender. The administrator's address is used only if it is at the site's own domain:
 * receivers refuse mail that claims to come from elsewhere.
 */
export function defaultSender({ configured, adminEmail, home }: SenderSources): Mailbox {
  const set = configured === undefined ? undefined : parseMailbox(configured);
  if (set) return set;
  const host = hostOf(home);
  const ofSite = `wordpress@${host}`;
  if (adminEmail.toLowerCase().endsWith(`@${host}`) || !isAddress(ofSite)) return { address: adminEmail };
  return { address: ofSite };
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}

export interface Mailbox {
  /** A person's or thing's name, as plain text. */
  name?: string;
  address: string;
}

export interface Attachment {
  /** Absolute path of a file, read when the message is sent. */
  path: string;
  /** File name the receiver sees; defaults to that of the file. */
  name?: string;
  type?: string;
}

/** A message to be sent. Texts that become header values must be single lines. */
export interface MailMessage {
  to: readonly Mailbox[];
  subject: string;
  /** At least one of the two bodies. */
  text?: string;
  html?: string;
  /** Defaults come from the configuration or the site. */
  from?: Partial<Mailbox>;
  cc?: readonly Mailbox[];
  bcc?: readonly Mailbox[];
  replyTo?: readonly Mailbox[];
  /** Further headers, except those that are generated. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly Attachment[];
}

/** A message as it is stored until it is sent. */
export interface QueuedMessage extends MailMessage {
  /** The same for every attempt, so that receivers can detect duplicates. */
  token: string;
  /** Recipients that have not received it yet, if others have. */
  remaining?: readonly string[];
}

/** A message as a driver gets it. */
export interface OutgoingMessage extends MailMessage {
  from: Mailbox;
  messageId: string;
  /** Addresses to deliver to, whatever the headers say. */
  recipients: readonly string[];
}

export function recipientsOf({ to, cc = [], bcc = [] }: MailMessage): string[] {
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address))];
}

const MAX_RECIPIENTS = 100;
const MAX_HEADER_LENGTH = 2000;
const MAX_NAME_LENGTH = 300;
/** Line ends of any kind and characters that no header may contain. */
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
/** Headers that are generated and cannot be set. */
const OWN_HEADERS = new Set(
  [
    'From',
    'Sender',
    'To',
    'Cc',
    'Bcc',
    'Reply-To',
    'Subject',
    'Date',
    'Message-ID',
    'MIME-Version',
    'Return-Path',
    'Received',
    'DKIM-Signature',
  ].map((name) => name.toLowerCase()),
);

/** Why a message must not be sent; undefined if it may. The reason does not repeat the input. */
export function messageProblem(message: MailMessage): string | undefined {
  return (
    recipientsProblem(message) ??
    senderProblem(message) ??
    textsProblem(message) ??
    headersProblem(message) ??
    attachmentsProblem(message)
  );
}

function recipientsProblem(message: MailMessage): string | undefined {
  const recipients = recipientsOf(message);
  if (recipients.length === 0) return 'It has no recipient.';
  if (recipients.length > MAX_RECIPIENTS) return 'It has too many recipients.';
  const boxes = [...message.to, ...(message.cc ?? []), ...(message.bcc ?? []), ...(message.replyTo ?? [])];
  return boxes.every(isValidMailbox) ? undefined : 'An address is not valid.';
}

function senderProblem({ from = {} }: MailMessage): string | undefined {
  const isValid = (from.address === undefined || isAddress(from.address)) && isName(from.name);
  return isValid ? undefined : 'The sender is not valid.';
}

function textsProblem({ subject, text, html }: MailMessage): string | undefined {
  if (!isHeaderValue(subject)) return 'The subject is not a single line of text.';
  return text === undefined && html === undefined ? 'It has no body.' : undefined;
}

function headersProblem({ headers = {} }: MailMessage): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const isFree =
      HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()) && !/^(?:content|resent|arc)-/i.test(name);
    if (!isFree) return 'A header cannot be set.';
    if (!isHeaderValue(value)) return 'A header is not a single line of text.';
  }
  return undefined;
}

function attachmentsProblem({ attachments = [] }: MailMessage): string | undefined {
  for (const { path, name, type } of attachments) {
    if (!isAbsolute(path) || path.includes('\0')) return 'An attachment has no usable path.';
    if (!isName(name) || (type !== undefined && !MEDIA_TYPE.test(type)))
      return 'An attachment has no usable name or type.';
  }
  return undefined;
}

function isValidMailbox({ name, address }: Mailbox): boolean {
  return isAddress(address) && isName(name);
}

function isName(name: string | undefined): boolean {
  return name === undefined || (name.length <= MAX_NAME_LENGTH && !CONTROL.test(name));
}

function isHeaderValue(value: string): boolean {
  return value.length <= MAX_HEADER_LENGTH && !CONTROL.test(value);
}

/** A text as a single header line, truncated if it is long. */
export function headerLine(text: string, maxLength = 200): string {
  const line = text.replace(/[\u0000-\u0020\u007F-\u00A0\u2028\u2029]+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line;
}
