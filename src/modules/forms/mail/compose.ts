import { autop } from '../../../text/autop.js';
import { type Mailbox, parseMailboxes } from '../../../platform/mail/message.js';
import { type MailTemplate } from '../form/form.js';
import { type FormFile } from '../fields/posted-files.js';
import {
  asAddress,
  asHtml,
  asLine,
  asText,
  type Clean,
  parseMailTemplate,
  replaceInLines,
  replaceTags,
  type TagSource,
  withoutBreaks,
} from './mail-tags.js';

/** A mail ready to be sent. */
export interface ComposedMail {
  /** None: the site's own. */
  readonly from: Mailbox | undefined;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly body: string;
  readonly isHtml: boolean;
  /** Further headers, all of the `X-` kind. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly FormFile[];
}

const MAX_ATTACHED_BYTES = 25 * 1024 * 1024;
const MAX_RECIPIENTS = 50;

/** Undefined if there is no recipient. */
export function composeMail(
  template: MailTemplate,
  source: TagSource,
  files: readonly FormFile[] = [],
): ComposedMail | undefined {
  const to = mailboxes(template.recipient, source);
  if (to.length === 0) return undefined;
  const headers = readHeaders(template.additionalHeaders, source);
  const addresses = (name: string) => {
    const lines = headers.filter(([header]) => header.toLowerCase() === name);
    return lines.flatMap(([, value]) => parseMailboxes(value) ?? []).slice(0, MAX_RECIPIENTS);
  };
  return {
    from: mailboxes(template.sender, source)[0],
    to,
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    replyTo: addresses('reply-to'),
    subject: withoutBreaks(replaceTags(template.subject, source, asLine)),
    body: composeBody(template, source),
    isHtml: template.useHtml,
    headers: headers.filter(([name]) => /^x-/i.test(name)),
    attachments: attachedFiles(template.attachments, files),
  };
}

function mailboxes(template: string, source: TagSource): Mailbox[] {
  return (parseMailboxes(withoutBreaks(replaceTags(template, source, asAddress))) ?? []).slice(0, MAX_RECIPIENTS);
}

function composeBody({ body, useHtml, excludeBlank }: MailTemplate, source: TagSource): string {
  const clean: Clean = useHtml ? asHtml : asText;
  const text = excludeBlank ? replaceInLines(body, source, clean) : replaceTags(body, source, clean);
  if (!useHtml || /<html[\s>]/i.test(text)) return text;
  return `<!doctype html>\n<html>\n<head><meta charset="utf-8"></head>\n<body>\n${autop(text)}</body>\n</html>\n`;
}

const HEADER_LINE = /^([A-Za-z0-9-]{1,76})[ \t]*:(.*)$/;
const ADDRESS_HEADERS = new Set(['reply-to', 'cc', 'bcc']);

/** Tags are replaced line by line, so that no value can begin a line of its own. */
function readHeaders(template: string, source: TagSource): (readonly [name: string, value: string])[] {
  return template.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name = '', rest = ''] = HEADER_LINE.exec(line.trim()) ?? [];
    const isAddress = ADDRESS_HEADERS.has(name.toLowerCase());
    if (!isAddress && !/^x-[a-z0-9]/i.test(name)) return [];
    const value = withoutBreaks(replaceTags(rest, source, isAddress ? asAddress : asLine));
    return value === '' ? [] : [[name, value] as const];
  });
}

/** Only what was uploaded with this submission, and no more than mail servers take. */
function attachedFiles(template: string, files: readonly FormFile[]): FormFile[] {
  const named = new Set(parseMailTemplate(template).flatMap(({ tag }) => (tag ? [tag.name] : [])));
  let total = 0;
  return files.filter((file) => named.has(file.field) && (total += file.size) <= MAX_ATTACHED_BYTES);
}
