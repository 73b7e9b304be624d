import { countPhpWords } from './words.js';
import { openGraphLocale } from './locale.js';
import { type HeadTag } from '../../../modules/entries/index.js';
import { decodeUrlText, stripAllTags } from '../../../text/index.js';
import { type HeadImage, type Subject } from './subject.js';
import { schemaGraph } from './schema-graph.js';
import { type TemplateContext } from './template-variables.js';
import { canonicalOf, type HeadValues, headValues, lengthText } from './values.js';

/** The tags of a page, in their order. */
export function headTags(subject: Subject, context: TemplateContext): HeadTag[] {
  const values = headValues(subject, context);
  const { options, site } = context;
  return [
    // WordPress does not leave the title empty.
    { name: 'title', value: values.title || site.name },
    ...(subject.kind === 'missing' ? [] : [{ name: 'description', value: withoutSlashes(values.description) }]),
    { name: 'robots', value: values.robots },
    ...(subject.kind === 'missing'
      ? []
      : [
          { name: 'canonical', value: canonicalOf(values) },
          { name: 'next', value: values.next },
        ]),
    ...(options.hasOpenGraph ? [...openGraphTags(subject, values, context), ...authorTags(subject)] : []),
    ...(options.hasTwitterCards && subject.kind !== 'missing' ? twitterTags(subject, values, context) : []),
    ...miscTags(subject),
    ...(options.hasSchema ? [{ name: 'schema', value: schemaGraph(subject, values, context) }] : []),
  ];
}

/** PHP's `stripslashes`. */
const withoutSlashes = (text: string) => text.replace(/\\(.?)/gs, '$1');

function openGraphTags(subject: Subject, values: HeadValues, { site, options }: TemplateContext): HeadTag[] {
  const { openGraph, published, modified } = values;
  const isMissing = subject.kind === 'missing';
  const author = subject.kind === 'entry' && subject.as !== 'posts' ? subject.facts.author : undefined;
  const isPost = subject.kind === 'entry' && subject.as !== 'posts' && subject.facts.entry.type === 'post';
  const isSingle = subject.kind === 'entry' && subject.as !== 'posts';
  const publisher =
    options.text('company_or_person') === 'person' && site.person
      ? (site.person.profiles.get('facebook') ?? '')
      : options.socialText('facebook_site');
  return [
    { name: 'og:locale', value: openGraphLocale(site.locale) },
    { name: 'og:type', value: openGraph.type },
    { name: 'og:title', value: openGraph.title },
    ...(isMissing
      ? [{ name: 'og:site_name', value: site.name }]
      : [
          { name: 'og:description', value: withoutSlashes(openGraph.description) },
          { name: 'og:url', value: decodeUrlText(openGraph.url) },
          { name: 'og:site_name', value: site.name },
          { name: 'article:publisher', value: isSingle ? publisher : '' },
          { name: 'article:author', value: isPost ? (author?.profiles.get('facebook') ?? '') : '' },
          { name: 'article:published_time', value: isPost ? published : '' },
          { name: 'article:modified_time', value: isSingle ? modified : '' },
          { name: 'og:image', value: openGraph.images.map(imageTag) },
        ]),
  ];
}

/** As WordPress has it: what is unknown is empty, and then the URL comes first. */
function imageTag({ url, width, height, type }: HeadImage): object {
  if (width === undefined || height === undefined) return { url, type: type ?? '', width: '', height: '' };
  return { width, height, url, type: type ?? '' };
}

function authorTags(subject: Subject): HeadTag[] {
  const isPost = subject.kind === 'entry' && subject.as !== 'posts' && subject.facts.entry.type === 'post';
  return isPost ? [{ name: 'author', value: subject.facts.author?.name.trim() ?? '' }] : [];
}

function twitterTags(subject: Subject, { twitter }: HeadValues, { site, options }: TemplateContext): HeadTag[] {
  const own = options.socialText('twitter_site');
  const account = options.text('company_or_person') === 'person' ? site.person?.profiles.get('twitter') || own : own;
  return [
    { name: 'twitter:card', value: 'summary_large_image' },
    { name: 'twitter:title', value: twitter.title },
    { name: 'twitter:description', value: twitter.description },
    { name: 'twitter:image', value: twitter.image },
    { name: 'twitter:creator', value: creatorOf(subject, own) },
    { name: 'twitter:site', value: withAt(account) },
  ];
}

/** The author's account as entered, or that of the site. */
function creatorOf(subject: Subject, site: string): string {
  if (subject.kind !== 'entry' || subject.as === 'posts' || subject.facts.entry.type !== 'post') return '';
  const own = (subject.facts.author?.profiles.get('twitter') ?? '').trim().replace(/^@+/, '');
  return own !== '' ? `@${own}` : site === '' ? '' : `@${site}`;
}

/** The account at the end of an address, or the account itself; empty if there is none. */
function withAt(account: string): string {
  const name = /\w{1,25}$/.exec(account)?.[0];
  return name === undefined ? '' : `@${name}`;
}

/** Labels that some clients show below a link. */
function miscTags(subject: Subject): HeadTag[] {
  if (subject.kind !== 'entry' || subject.as !== 'entry') return [];
  const { facts, own } = subject;
  const minutes = readingMinutes(own.get('estimated-reading-time-minutes'), lengthText(facts));
  const labels = {
    ...(facts.entry.type === 'post' && facts.author && { 'Written by': facts.author.name }),
    ...(minutes > 0 && { 'Est. reading time': `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` }),
  };
  return Object.keys(labels).length > 0 ? [{ name: 'twitter:misc', value: labels }] : [];
}

const WORDS_PER_MINUTE = 200;

/** As the editor's analysis stored it, or by the number of words. */
function readingMinutes(stored: string | undefined, content: string): number {
  if (stored !== undefined) return Number.parseInt(stored, 10) || 0;
  return Math.round(countPhpWords(stripAllTags(content)) / WORDS_PER_MINUTE);
}
