import { isAbsolute } from 'node:path';
import { isAddress } from './mailbox.js';
import { type Mailbox, type MailMessage, recipientsOf } from './message.js';

const MAX_RECIPIENTS = 100;
const MAX_HEADER_LENGTH = 2000;
const MAX_NAME_LENGTH = 300;
/** Everything that ends a line somewhere, or that no header should have. */
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
/** Headers that describe the message itself or its way; they are made, not given. */
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

/** Why a message must not be sent; undefined when it may. The reason does not repeat what was given. */
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
  return boxes.every(isSound) ? undefined : 'An address is not valid.';
}

function senderProblem({ from = {} }: MailMessage): string | undefined {
  const isFine = (from.address === undefined || isAddress(from.address)) && isName(from.name);
  return isFine ? undefined : 'The sender is not valid.';
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

function isSound({ name, address }: Mailbox): boolean {
  return isAddress(address) && isName(name);
}

function isName(name: string | undefined): boolean {
  return name === undefined || (name.length <= MAX_NAME_LENGTH && !CONTROL.test(name));
}

function isHeaderValue(value: string): boolean {
  return value.length <= MAX_HEADER_LENGTH && !CONTROL.test(value);
}

/** A text as a single line that may stand in a header, cut where it gets long. */
export function headerLine(text: string, maxLength = 200): string {
  const line = text.replace(/[\u0000-\u0020\u007F-\u00A0\u2028\u2029]+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line;
}
