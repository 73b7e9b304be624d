import { formatMysqlDate, formatDate } from '../../../text/dates.js';
import { escapeTextarea, decodeSpecialCharacters } from '../../../text/escape.js';
import { isRealDate } from '../fields/validate-field.js';
import { type FieldValue } from '../fields/posted-fields.js';

/** A tag in a mail's template or a message: `[your-name]`, `[_format_day "d.m.Y"]`. */
interface MailTag {
  readonly name: string;
  readonly values: readonly string[];
}

type MailPiece = { readonly text: string; readonly tag?: undefined } | { readonly text: string; readonly tag: MailTag };

const TAG = /\[(\[?)[\t\r\n ]*([a-zA-Z_][0-9a-zA-Z:._-]*)((?:[\t\r\n ]+(?:"[^"]*"|'[^']*'))*)[\t\r\n ]*\](\]?)/y;
/** A tag is never longer; keeps the search for its end short. */
const LONGEST = 1000;

/** Splits a template at its tags. The texts of all pieces are the template, but escaped tags lose a pair of brackets. */
export function parseMailTemplate(template: string): MailPiece[] {
  const pieces: MailPiece[] = [];
  let textStart = 0;
  for (let at = template.indexOf('['); at >= 0; at = template.indexOf('[', at)) {
    const found = tagAt(template, at);
    if (!found) {
      at++;
      continue;
    }
    if (at > textStart) pieces.push({ text: template.slice(textStart, at) });
    pieces.push(found.piece);
    textStart = at = at + found.length;
  }
  if (textStart < template.length) pieces.push({ text: template.slice(textStart) });
  return pieces;
}

function tagAt(template: string, at: number): { piece: MailPiece; length: number } | undefined {
  if (!/[[\w\s]/.test(template[at + 1] ?? '')) return undefined;
  TAG.lastIndex = 0;
  const match = TAG.exec(template.slice(at, at + LONGEST));
  if (!match) return undefined;
  const [all, opening, name = '', values = '', closing] = match;
  if (opening !== '' && closing !== '') return { piece: { text: all.slice(1, -1) }, length: all.length };
  if (opening !== '') return undefined;
  const text = closing === '' ? all : all.slice(0, -1);
  const quoted = [...values.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '');
  return { piece: { text, tag: { name, values: quoted } }, length: text.length };
}

/** The replacement of a mail-tag. */
interface TagValue {
  readonly text: string;
  /** Written by the site's people, not by the visitor. */
  readonly isOwn: boolean;
}

/** Looks up the value of a tag; undefined for unknown tags, which are left in place. */
export interface TagSource {
  value(tag: MailTag): TagValue | undefined;
}

/** Values of the form's fields; `files` are the names of what was uploaded. */
export class FieldTags implements TagSource {
  constructor(
    private readonly fields: ReadonlyMap<string, FieldValue>,
    private readonly files: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {}

  value({ name, values }: MailTag): TagValue | undefined {
    const raw = this.field(name.replace(/^_raw_/, ''));
    if (name.startsWith('_raw_') && raw) return { text: joined(raw.raw), isOwn: raw.isOffered };
    const dated = this.field(name.replace(/^_format_/, ''));
    if (name.startsWith('_format_') && dated)
      return { text: formatted(joined(dated.piped), values[0] ?? ''), isOwn: false };
    const files = this.files.get(name);
    if (files) return { text: joined(files), isOwn: false };
    const value = this.field(name);
    return value && { text: joined(value.piped), isOwn: value.isOffered };
  }

  private field(name: string): FieldValue | undefined {
    return this.fields.get(name);
  }
}

/** Asks several sources in turn. */
export class TagSources implements TagSource {
  constructor(private readonly sources: readonly TagSource[]) {}

  value(tag: MailTag): TagValue | undefined {
    for (const source of this.sources) {
      const value = source.value(tag);
      if (value) return value;
    }
    return undefined;
  }
}

function joined(values: readonly string[]): string {
  return values.filter((value) => value !== '').join(', ');
}

function formatted(date: string, format: string): string {
  return isRealDate(date) && format !== '' ? String(formatMysqlDate(format, date) ?? date) : date;
}

/** Makes a value fit the place where it will stand. */
export type Clean = (value: TagValue) => string;

export const asText: Clean = ({ text }) => text;
export const asHtml: Clean = ({ text }) => escapeTextarea(text);
/** One line of a header. */
export const asLine: Clean = ({ text }) => withoutBreaks(text);
/** Part of a list of addresses: only the site's people may add another address. */
export const asAddress: Clean = ({ text, isOwn }) => {
  const line = withoutBreaks(text);
  return isOwn ? line : line.replace(/[,;<>"()\\]/g, ' ').trim();
};

export function withoutBreaks(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** What a tag's value contains is never read as a tag again. */
export function replaceTags(template: string, source: TagSource, clean: Clean): string {
  return parseMailTemplate(template)
    .map(({ text, tag }) => {
      const value = tag && source.value(tag);
      return value ? clean(value) : text;
    })
    .join('');
}

/** Line by line, leaving out the lines that have tags but nothing behind any of them. */
export function replaceInLines(template: string, source: TagSource, clean: Clean): string {
  const isBlank = (line: string) => {
    const values = parseMailTemplate(line).flatMap(({ tag }) =>
      tag ? (source.value(tag) ?? [{ text: 'unknown' }]) : [],
    );
    return values.length > 0 && values.every(({ text }) => text.trim() === '');
  };
  return template
    .split('\n')
    .filter((line) => !isBlank(line))
    .map((line) => replaceTags(line, source, clean))
    .join('\n');
}

export interface ContainerPage {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly url: string;
  readonly authorName: string;
  readonly authorEmail: string;
}

/** The context of a submission, for special mail tags. */
export interface MailTagContext {
  readonly address: string;
  readonly agent: string;
  readonly pageUrl: string;
  /** The site's wall clock, as if it were UTC. */
  readonly siteTime: Date;
  readonly dateFormat: string;
  readonly timeFormat: string;
  readonly invalidFields: number;
  readonly serialNumber: number | undefined;
  readonly formTitle: string;
  readonly page: ContainerPage | undefined;
  readonly site: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly adminEmail: string;
  };
  readonly user: Readonly<Record<'login' | 'email' | 'displayName' | 'nicename' | 'url', string>>;
}

type Read = (scene: MailTagContext) => string;

const wall = (scene: MailTagContext, format: string) => formatDate(format, Math.floor(scene.siteTime.getTime() / 1000));

/** What the visitor decides about, as opposed to what the site says. */
const BY_VISITOR = new Set(['_remote_ip', '_user_agent', '_url']);

/** A fixed list: a template can name nothing else of a user or a page. */
const SPECIAL: Readonly<Record<string, Read>> = {
  _remote_ip: ({ address }) => address,
  _user_agent: ({ agent }) => agent,
  _url: ({ pageUrl }) => pageUrl,
  _date: (scene) => wall(scene, scene.dateFormat),
  _time: (scene) => wall(scene, scene.timeFormat),
  _invalid_fields: ({ invalidFields }) => String(invalidFields),
  _serial_number: ({ serialNumber }) => (serialNumber === undefined ? '' : String(serialNumber)),
  _contact_form_title: ({ formTitle }) => formTitle,
  _post_id: ({ page }) => (page ? String(page.id) : ''),
  _post_name: ({ page }) => page?.slug ?? '',
  _post_title: ({ page }) => page?.title ?? '',
  _post_url: ({ page }) => page?.url ?? '',
  _post_author: ({ page }) => page?.authorName ?? '',
  _post_author_email: ({ page }) => page?.authorEmail ?? '',
  _site_title: ({ site }) => decodeSpecialCharacters(site.title, 'both'),
  _site_description: ({ site }) => decodeSpecialCharacters(site.description, 'both'),
  _site_url: ({ site }) => site.url,
  _site_admin_email: ({ site }) => site.adminEmail,
  _user_login: ({ user }) => user.login,
  _user_email: ({ user }) => user.email,
  _user_display_name: ({ user }) => user.displayName,
  _user_nicename: ({ user }) => user.nicename,
  _user_url: ({ user }) => user.url,
};

/** Mail of the autoresponder goes to the visitor, so its tags do not reveal addresses of the site's users. */
const NOT_FOR_VISITORS = new Set(['_post_author_email']);

export class SpecialTags implements TagSource {
  constructor(
    private readonly scene: MailTagContext,
    private readonly forVisitor = false,
  ) {}

  value({ name }: MailTag): TagValue | undefined {
    const special = specialName(name);
    const read = Object.hasOwn(SPECIAL, special) ? SPECIAL[special] : undefined;
    if (!read) return undefined;
    if (this.forVisitor && NOT_FOR_VISITORS.has(special)) return { text: '', isOwn: true };
    return { text: read(this.scene), isOwn: !BY_VISITOR.has(special) };
  }
}

/** Whether a template needs the page that holds the form. */
export function usesPageTags(template: string): boolean {
  return /\[\s*(?:_post_|wpcf7\.post_)/.test(template);
}

/** Very old templates write `wpcf7.` for the underscore. */
function specialName(name: string): string {
  return name.startsWith('wpcf7.') ? `_${name.slice('wpcf7.'.length)}` : name;
}

export const SPECIAL_TAG_NAMES: readonly string[] = Object.keys(SPECIAL);
