import { parseMailboxes } from '../../../platform/mail/message.js';
import { stripTags } from '../../../text/strip-tags.js';
import { sizeLimit } from '../fields/posted-files.js';
import { type ContactForm, FormSettings, type MailTemplate, readMailTemplate, hostOf, isLocal } from '../form/form.js';
import {
  asAddress,
  asText,
  FieldTags,
  parseMailTemplate,
  replaceTags,
  type TagSource,
  TagSources,
  withoutBreaks,
  SPECIAL_TAG_NAMES,
} from '../mail/mail-tags.js';
import { type FormTag } from '../template/form-tag.js';
import { parseTemplate, type Segment } from '../template/parse-template.js';
import { type FieldValue } from '../fields/posted-fields.js';

const SAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    email: 'someone@example.com',
    url: 'https://example.com/',
    tel: '0123456789',
    number: '1',
    range: '1',
    date: '2000-01-01',
  }),
);

const NOTHING: FieldValue = { raw: [], piped: [], isOffered: false };

/** The least a visitor can send: nothing where nothing is required. */
function sampleValues(tags: readonly FormTag[]): Map<string, FieldValue> {
  return new Map(
    tags.filter((tag) => tag.name !== '' && !tag.kind.notForMail).map((tag) => [tag.name, sampleValue(tag)]),
  );
}

function sampleValue(tag: FormTag): FieldValue {
  if (tag.kind.selectable) {
    const isSelected = tag.base === 'select' && !tag.has('include_blank') && !tag.has('first_as_label');
    const isCertain = tag.isStarred || tag.base === 'radio' || isSelected;
    const first = tag.pipes.find(({ before }) => before !== '');
    return isCertain && first ? { raw: [first.before], piped: [first.after], isOffered: true } : NOTHING;
  }
  if (tag.base === 'acceptance') return { raw: ['1'], piped: ['Agreed'], isOffered: true };
  if (tag.base === 'hidden') return { raw: [...tag.values], piped: [...tag.values], isOffered: true };
  const sample = SAMPLES.get(tag.base) ?? 'sample';
  return tag.isStarred ? { raw: [sample], piped: [sample], isOffered: false } : NOTHING;
}

/** What can be wrong with a form's configuration: the number it is stored under, and what is said about it. */
const KINDS = {
  maybe_empty: [101, 'This can turn out empty.'],
  invalid_mailbox_syntax: [102, 'This is not an address, or not a list of addresses.'],
  email_not_in_site_domain: [103, 'The sender does not belong to the domain of this site.'],
  html_in_message: [104, 'Messages are shown as plain text; markup in them is removed.'],
  multiple_controls_in_label: [105, 'A label encloses more than one control.'],
  file_not_found: [106, 'Only files uploaded with the form can be attached: name their field in brackets.'],
  unavailable_names: [107, 'A field has a name that the site itself uses in addresses.'],
  invalid_mail_header: [108, 'A line is not a header of the form “Name: value”.'],
  deprecated_settings: [109, 'A setting is used that has no effect any more.'],
  unavailable_html_elements: [111, 'A form inside of a form does not work.'],
  attachments_overweight: [112, 'Together the attachments can get too large for a mail.'],
  unreadable_tag: [901, 'A tag cannot be read: options come first, then values in quotes.'],
  missing_picture: [902, 'A field for the characters of a picture needs a [captchac] of the same name.'],
} as const;

type ConfigErrorCode = keyof typeof KINDS;

export interface ConfigError {
  readonly code: ConfigErrorCode;
  readonly number: number;
  readonly message: string;
  readonly link: string;
}

/** Errors by the part of the form they are about: `mail.sender`, `form.body`, `messages.spam`. */
export type ConfigErrors = Readonly<Record<string, readonly ConfigError[]>>;

/** Explained at length where editors of such forms look for it. */
const GUIDE = 'https://contactform7.com/configuration-errors/';

function configError(code: ConfigErrorCode): ConfigError {
  const [number, message] = KINDS[code];
  return { code, number, message, link: number > 900 ? GUIDE : GUIDE + code.replaceAll('_', '-') };
}

/** Names that addresses of the site give a meaning. */
const TAKEN_NAMES = new Set(
  (
    'm p posts w cat withcomments withoutcomments s search exact sentence calendar page paged more tb pb author order orderby ' +
    'year monthnum day hour minute second name category_name tag feed author_name static pagename page_id error ' +
    'attachment attachment_id subpost subpost_id preview robots taxonomy term cpage post_type embed'
  ).split(' '),
);

function checkTemplate(segments: readonly Segment[]): ConfigErrorCode[] {
  const tags = segments.flatMap((segment) => (segment.kind === 'tag' ? [segment.tag] : []));
  const pictures = new Set(tags.filter((tag) => tag.base === 'captchac').map((tag) => tag.name));
  const found: ConfigErrorCode[] = [];
  if (hasCrowdedLabel(segments)) found.push('multiple_controls_in_label');
  if (tags.some((tag) => TAKEN_NAMES.has(tag.name))) found.push('unavailable_names');
  if (segments.some((segment) => segment.kind === 'text' && /<form[\s>]/i.test(segment.text)))
    found.push('unavailable_html_elements');
  if (tags.some((tag) => tag.unreadable !== undefined)) found.push('unreadable_tag');
  if (tags.some((tag) => tag.base === 'captchar' && !pictures.has(tag.name))) found.push('missing_picture');
  return found;
}

/** Whether any label has two controls or more inside of it. */
function hasCrowdedLabel(segments: readonly Segment[]): boolean {
  let inside: number | undefined;
  for (const segment of segments) {
    if (segment.kind === 'tag') {
      if (inside !== undefined) inside += controlsOf(segment.tag);
      if (inside !== undefined && inside > 1) return true;
      continue;
    }
    for (const [, slash] of segment.text.matchAll(/<(\/?)label(?=[\s>])/gi)) inside = slash === '' ? 0 : undefined;
  }
  return false;
}

function controlsOf(tag: FormTag): number {
  if (tag.kind.controls !== 'many') return tag.kind.controls === 'one' ? 1 : 0;
  return Math.max(1, tag.rawValues.length) + (tag.has('free_text') ? 1 : 0);
}

const MAX_ATTACHED_BYTES = 25 * 1024 * 1024;

interface MailCheckScene {
  /** What the least a visitor can send gives for each tag. */
  readonly sample: TagSource;
  readonly tags: readonly FormTag[];
  readonly home: string;
}

/** What is wrong with each part of a mail's template. */
function checkMail(mail: MailTemplate, scene: MailCheckScene): Record<string, ConfigErrorCode[]> {
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
    else if (/^(?:reply-to|cc|bcc)$/i.test(match![1]!) && !isValidAddressHeader(value, scene))
      codes.add('invalid_mailbox_syntax');
  }
  return [...codes];
}

/** A header that is only filled from an optional field goes away when that is empty. */
function isValidAddressHeader(value: string, scene: MailCheckScene): boolean {
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

const REMOVED_SETTINGS = ['on_sent_ok', 'on_submit'];

/** Looks for mistakes in a form that would make its mails fail or its fields misbehave. */
export function checkConfig({ properties }: ContactForm, site: { home: string; adminEmail: string }): ConfigErrors {
  const segments = parseTemplate(properties.form);
  const tags = segments.flatMap((segment) => (segment.kind === 'tag' ? [segment.tag] : []));
  const sample = new TagSources([new FieldTags(sampleValues(tags)), specialSamples(site)]);
  const scene = { sample, tags, home: site.home };
  const found = new Map<string, readonly ConfigErrorCode[]>();
  found.set('form.body', checkTemplate(segments));
  addParts(found, 'mail', checkMail(readMailTemplate(properties.mail), scene));
  const second = readMailTemplate(properties.mail_2);
  if (second.active) addParts(found, 'mail_2', checkMail(second, scene));
  for (const [key, message] of Object.entries(properties.messages)) {
    if (stripTags(message) !== message) found.set(`messages.${key}`, ['html_in_message']);
  }
  const settings = new FormSettings(properties.additional_settings);
  if (REMOVED_SETTINGS.some((name) => settings.all(name).length > 0))
    found.set('additional_settings.body', ['deprecated_settings']);
  const sections = [...found].filter(([, codes]) => codes.length > 0);
  return Object.fromEntries(sections.map(([section, codes]) => [section, codes.map(configError)]));
}

function addParts(
  found: Map<string, readonly ConfigErrorCode[]>,
  mail: string,
  parts: Record<string, ConfigErrorCode[]>,
): void {
  for (const [part, codes] of Object.entries(parts)) found.set(`${mail}.${part}`, codes);
}

/** Nearly all special tags always have a value; what depends on a page or a user may be missing. */
function specialSamples({ adminEmail, home }: { home: string; adminEmail: string }): TagSource {
  const samples = new Map(SPECIAL_TAG_NAMES.map((name) => [name, /^_(?:post|user)_/.test(name) ? '' : 'sample']));
  samples.set('_site_admin_email', adminEmail).set('_site_url', home);
  return {
    value: ({ name }) => {
      const text = samples.get(name);
      return text === undefined ? undefined : { text, isOwn: true };
    },
  };
}
