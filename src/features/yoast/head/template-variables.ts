import { cleanTextField, escapeHtml, stripAllTags } from '../../../text/index.js';
import { type YoastOptions } from '../yoast-options.js';
import { type EntryFacts, type HeadSite, type Subject } from './subject.js';

const VARIABLE = /%%([^%]+(?:%%single)?)%%?/g;
const EXCERPT_CHARACTERS = 156;
/** Japanese needs fewer characters for the same text. */
const EXCERPT_CHARACTERS_JA = 80;

type Retrieve = (subject: Subject, site: HeadSite, options: YoastOptions, now: () => string) => string | undefined;

const ofEntry =
  (read: (facts: EntryFacts, site: HeadSite, subject: Subject) => string | undefined): Retrieve =>
  (subject, site) =>
    subject.kind === 'entry' ? read(subject.facts, site, subject) : undefined;

const personOf = (subject: Subject) =>
  subject.kind === 'entry' ? subject.facts.author : subject.kind === 'user' ? subject.person : undefined;

const typeOf = (subject: Subject) =>
  subject.kind === 'entry' ? subject.facts.entry.type : subject.kind === 'type' ? subject.type : undefined;

const termNames = ({ terms }: EntryFacts, taxonomy: string, single = false) =>
  terms
    .filter((term) => term.taxonomy === taxonomy)
    .slice(0, single ? 1 : undefined)
    .map(({ name }) => name)
    .join(', ');

const description: Retrieve = (subject) => (subject.kind === 'term' ? subject.term.description : undefined);

/** The variables of templates. One without a value vanishes. */
const VARIABLES: Readonly<Record<string, Retrieve>> = {
  sep: (_subject, _site, { separator }) => separator,
  sitename: (_subject, { name }) => name,
  sitedesc: (_subject, site) => stripAllTags(site.description),
  // Heads are those of first pages.
  page: () => undefined,
  pagenumber: () => '1',
  pagetotal: () => '1',
  title: ofEntry(({ entry }) => entry.title),
  id: ofEntry(({ entry }) => String(entry.id)),
  excerpt: ofEntry((facts, site) => (facts.isProtected ? undefined : excerptOf(facts, site))),
  excerpt_only: ofEntry(({ entry, isProtected }) => (isProtected ? undefined : stripAllTags(entry.excerpt))),
  caption: ofEntry(({ entry, isProtected }) => (isProtected ? undefined : stripAllTags(entry.excerpt))),
  post_content: ofEntry(({ entry, isProtected }, site) =>
    isProtected ? undefined : stripAllTags(withoutShortcodes(entry.content, site)),
  ),
  parent_title: ofEntry(({ parentTitle }) => parentTitle),
  permalink: (subject) => (subject.kind === 'entry' ? subject.permalink : undefined),
  date: ofEntry(({ entry }, site) => site.date(entry.date)),
  modified: ofEntry(({ entry }, site) => site.date(entry.modified)),
  post_year: ofEntry(({ entry }, site) => site.date(entry.date, 'Y')),
  post_month: ofEntry(({ entry }, site) => site.date(entry.date, 'F')),
  post_day: ofEntry(({ entry }, site) => site.date(entry.date, 'd')),
  category: ofEntry((facts) => termNames(facts, 'category')),
  tag: ofEntry((facts) => termNames(facts, 'post_tag')),
  primary_category: (subject) => (subject.kind === 'entry' ? primaryTerm(subject, 'category') : undefined),
  category_title: ofEntry(({ terms }, { hierarchicalTaxonomies }) => {
    const taxonomy = hierarchicalTaxonomies.find((name) => terms.some((term) => term.taxonomy === name));
    return terms.find((term) => term.taxonomy === taxonomy)?.name;
  }),
  term_title: (subject) => (subject.kind === 'term' ? subject.term.name : undefined),
  term_description: description,
  category_description: description,
  tag_description: description,
  term_hierarchy: (subject, _site, { separator }) =>
    subject.kind === 'term'
      ? escapeHtml(withoutEnd(subject.term.hierarchy.join(` ${separator} `), separator))
      : undefined,
  // In the REST API, where no archive is shown.
  archive_title: () => 'Archives',
  pt_single: (subject, site) => site.types.get(typeOf(subject) ?? '')?.singular,
  pt_plural: (subject, site) => site.types.get(typeOf(subject) ?? '')?.plural,
  name: (subject) => personOf(subject)?.name,
  user_description: (subject) => personOf(subject)?.description,
  userid: (subject) => String(personOf(subject)?.id ?? ''),
  author_first_name: (subject) => personOf(subject)?.firstName,
  author_last_name: (subject) => personOf(subject)?.lastName,
  focuskw: ({ own }) => own.get('focuskw'),
  currentdate: (_subject, site, _options, now) => site.date(now()),
  currentyear: (_subject, site, _options, now) => site.date(now(), 'Y'),
  currentmonth: (_subject, site, _options, now) => site.date(now(), 'F'),
  currentday: (_subject, site, _options, now) => site.date(now(), 'j'),
  currenttime: (_subject, site, _options, now) => site.date(now(), 'H:i'),
  searchphrase: () => undefined,
  term404: () => undefined,
};

/** PHP's `rtrim` with a separator: all of its characters go, also where they belong to a name. */
function withoutEnd(text: string, separator: string): string {
  let end = text.length;
  while (end > 0 && ` ${separator}`.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

function primaryTerm({ facts, own }: Extract<Subject, { kind: 'entry' }>, taxonomy: string): string | undefined {
  const id = Number(own.get(`primary_${taxonomy}`));
  return facts.terms.find((term) => term.taxonomy === taxonomy && term.id === id)?.name;
}

/** Meta keys that templates name: `%%cf_KEY%%`. */
export function namedMetaKeys(template: string): string[] {
  return [...template.matchAll(VARIABLE)].flatMap(([, name]) => (name!.startsWith('cf_') ? [name!.slice(3)] : []));
}

const TERM_DESCRIPTION = 'ct_desc_';

/** Taxonomies of which templates name the description of the first term: `%%ct_desc_TAXONOMY%%`. */
export function describedTaxonomies(template: string): string[] {
  return [...template.matchAll(VARIABLE)].flatMap(([, name]) =>
    name!.startsWith(TERM_DESCRIPTION) ? [name!.slice(TERM_DESCRIPTION.length)] : [],
  );
}

/** Whether a template has variables that only a plugin or theme can have added. */
export function hasUnknownVariables(template: string): boolean {
  return [...template.matchAll(VARIABLE)].some(
    ([, name]) => !/^c[ft]_/.test(name!) && !Object.hasOwn(VARIABLES, name!),
  );
}

export interface TemplateContext {
  readonly site: HeadSite;
  readonly options: YoastOptions;
  /** The local time in the form of the database, which `%%currentyear%%` and the like follow from. */
  readonly now: () => string;
}

/** A template with the values of a page, as plain text on one line. */
export function fillTemplate(template: string, subject: Subject, { site, options, now }: TemplateContext): string {
  const text = stripAllTags(template);
  if (!text.includes('%%')) return onOneLine(text);
  const filled = text.replace(VARIABLE, (whole, name: string) => {
    const value = valueOf(name, subject, site, options, now) ?? '';
    // An unfinished variable stays as it is.
    return whole.endsWith('%%') ? value : whole;
  });
  return onOneLine(text.includes('%%sep%%') ? withoutRepeated(filled, options.separator) : filled);
}

function valueOf(
  name: string,
  subject: Subject,
  site: HeadSite,
  options: YoastOptions,
  now: () => string,
): string | undefined {
  if (Object.hasOwn(VARIABLES, name)) return VARIABLES[name]!(subject, site, options, now);
  if (subject.kind !== 'entry') return undefined;
  const { facts } = subject;
  if (name.startsWith('cf_')) return cleanTextField(facts.meta.get(name.slice(3)) ?? '');
  if (name.startsWith(TERM_DESCRIPTION)) {
    const taxonomy = name.slice(TERM_DESCRIPTION.length);
    const term = facts.terms.find((assigned) => assigned.taxonomy === taxonomy);
    return stripAllTags(facts.termDescriptions.get(term?.id ?? 0) ?? '');
  }
  if (name.startsWith('ct_'))
    return termNames(facts, name.slice(3).replace(/%%single$/, ''), name.endsWith('%%single'));
  return undefined;
}

/** Separators with nothing between them become one. */
function withoutRepeated(text: string, separator: string): string {
  const parts = text.split(separator);
  return parts.filter((part, index) => index === 0 || index === parts.length - 1 || part.trim() !== '').join(separator);
}

function onOneLine(text: string): string {
  return text
    .replace(/[\t\n\r\f]/g, ' ')
    .replaceAll('  ', ' ')
    .trim();
}

/** The manual excerpt, or the beginning of the text up to a word boundary. */
function excerptOf({ entry }: EntryFacts, site: HeadSite): string | undefined {
  const limit = site.locale === 'ja' ? EXCERPT_CHARACTERS_JA : EXCERPT_CHARACTERS;
  const manual = withoutShortcodes(entry.excerpt, site);
  if (manual !== '') return stripAllTags(manual);
  const content = stripAllTags(withoutShortcodes(entry.content, site));
  const characters = [...content];
  if (characters.length <= limit) return content;
  // Where it is cut, white space is one blank.
  const cut = [...content.replace(/[\r\n\t ]+/g, ' ')]
    .slice(0, limit)
    .join('')
    .replace(/&[^;\s]{0,6}$/, '')
    .trim();
  const end = cut.lastIndexOf(' ');
  return end > 0 ? cut.slice(0, end) : cut;
}

/** Everything in brackets goes. */
function withoutShortcodes(text: string, site: HeadSite): string {
  return site.stripShortcodes(text).replace(/\[[^\]]+\]/g, '');
}
