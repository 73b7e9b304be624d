import { parseMailboxes } from '../../../platform/mail/mailbox.js';
import { sizeLimit } from '../fields/files.js';
import { hostOf, isLocal } from '../form/default-form.js';
import { type MailTemplate } from '../form/form.js';
import { parseMailTemplate } from '../mail/mail-tags.js';
import { asAddress, asText, replaceTags, withoutBreaks } from '../mail/replace-tags.js';
import { type TagSource } from '../mail/tag-values.js';
import { type FormTag } from '../template/form-tag.js';
import { type ConfigErrorCode } from './config-error.js';

const MAX_ATTACHED_BYTES = 25 * 1024 * 1024;

export interface MailCheckScene {
  /** What the least a visitor can send gives for each tag. */
  readonly sample: TagSource;
  readonly tags: readonly FormTag[];
  readonly home: string;
}

/** What is wrong with each part of a mail's template. */
export function checkMail(mail: MailTemplate, scene: MailCheckScene): Record<string, ConfigErrorCode[]> {
  return {
    subject: orNone(isEmpty(mail.subject, scene), 'maybe_empty'),
    sender: checkSender(mail.sender, scene),
    recipient: orNone(!areMailboxes(mail.recipient, scene), 'invalid_mailbox_syntax'),
    additional_headers: checkHeaders(mail.additionalHeaders, scene),
    body: orNone(isEmpty(mail.body, scene), 'maybe_empty'),
    attachments: checkAttachments(mail.attachments, scene),
  };
}

function orNone(applies: boolean, code: ConfigErrorCode): ConfigErrorCode[] {
  return applies ? [code] : [];
}

function isEmpty(template: string, { sample }: MailCheckScene): boolean {
  return replaceTags(template, sample, asText).trim() === '';
}

function mailboxes(template: string, { sample }: MailCheckScene) {
  const boxes = parseMailboxes(withoutBreaks(replaceTags(template, sample, asAddress)));
  return boxes && boxes.length > 0 ? boxes : undefined;
}

function areMailboxes(template: string, scene: MailCheckScene): boolean {
  return mailboxes(template, scene) !== undefined;
}

function checkSender(template: string, scene: MailCheckScene): ConfigErrorCode[] {
  const boxes = mailboxes(template, scene);
  if (!boxes) return ['invalid_mailbox_syntax'];
  const host = hostOf(scene.home);
  if (isLocal(host)) return [];
  const isOurs = boxes.every(({ address }) => isHostOrAbove(address.slice(address.lastIndexOf('@') + 1), host));
  return orNone(!isOurs, 'email_not_in_site_domain');
}

function isHostOrAbove(domain: string, host: string): boolean {
  return `.${host}`.endsWith(`.${domain.toLowerCase()}`);
}

function checkHeaders(headers: string, scene: MailCheckScene): ConfigErrorCode[] {
  const codes = new Set<ConfigErrorCode>();
  for (const line of headers.split('\n').map((text) => text.trim())) {
    if (line === '') continue;
    const match = /^([0-9A-Za-z-]+)[ \t]*:(.+)$/.exec(line);
    const value = match?.[2]?.trim() ?? '';
    if (value === '') codes.add('invalid_mail_header');
    else if (/^(?:reply-to|cc|bcc)$/i.test(match![1]!) && !isFineAddressHeader(value, scene))
      codes.add('invalid_mailbox_syntax');
  }
  return [...codes];
}

/** A header that is only filled from an optional field goes away when that is empty. */
function isFineAddressHeader(value: string, scene: MailCheckScene): boolean {
  return isEmpty(value, scene) || areMailboxes(value, scene);
}

function checkAttachments(attachments: string, { tags }: MailCheckScene): ConfigErrorCode[] {
  const pieces = parseMailTemplate(attachments);
  const named = new Set(pieces.flatMap(({ tag }) => (tag ? [tag.name] : [])));
  const hasPaths = pieces.some(({ text, tag }) => !tag && text.trim() !== '');
  const largest = tags
    .filter((tag) => tag.base === 'file' && named.has(tag.name))
    .reduce((sum, tag) => sum + sizeLimit(tag), 0);
  return [...orNone(hasPaths, 'file_not_found'), ...orNone(largest > MAX_ATTACHED_BYTES, 'attachments_overweight')];
}
