import { type Mailbox } from './message.js';

const MAX_ADDRESS = 254;
const MAX_LOCAL_PART = 64;
const MAX_LABEL = 63;
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[A-Za-z0-9-]+$/;

/** Whether a text is a plain address: no quotes, no comments, no letters mail servers may not know. */
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

/** A list separated by commas, which may also stand in quoted names; undefined when one of them is no mailbox. */
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
