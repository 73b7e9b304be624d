import { decodeUrlText, stripAllTags } from '../../../text/index.js';
import { type YoastOptions } from '../yoast-options.js';
import { imagesOf, twitterImageOf } from './images.js';
import { type EntryFacts, type HeadImage, type Subject } from './subject.js';
import { fillTemplate, type TemplateContext } from './template-variables.js';

/** Values of the tags, before they are named. Empty texts are left out of the head. */
export interface HeadValues {
  readonly title: string;
  readonly description: string;
  readonly robots: Readonly<Record<string, string>>;
  /** Also where robots must not index the page: the graph and social networks refer to it. */
  readonly address: string;
  readonly next: string;
  readonly openGraph: {
    readonly type: string;
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly images: readonly HeadImage[];
  };
  readonly twitter: { readonly title: string; readonly description: string; readonly image: string };
  readonly published: string;
  /** Only if it is later. */
  readonly modified: string;
}

const MAX_ROBOTS = ['max-snippet:-1', 'max-image-preview:large', 'max-video-preview:-1'];

export function headValues(subject: Subject, context: TemplateContext): HeadValues {
  const { own } = subject;
  const { options } = context;
  const fill = (template: string) => fillTemplate(template, subject, context);
  // What is chosen is a template: one that comes out empty is not replaced by the next.
  const templates = {
    title: own.get('title') ?? titleTemplate(subject, options),
    description: own.get('metadesc') ?? descriptionTemplate(subject, options),
  };
  const title = stripAllTags(fill(templates.title));
  const description = stripAllTags(fill(templates.description));
  const robots = robotsOf(subject, options);
  const address = addressOf(subject);
  const kind = kindOf(subject);
  const social = {
    title: options.socialTemplate('title', kind),
    description: options.socialTemplate('description', kind),
  };
  const shared = {
    title: own.get('opengraph-title') ?? (social.title || templates.title),
    description: own.get('opengraph-description') ?? (social.description || templates.description),
  };
  const text = textOf(subject);
  const openGraph = {
    type: openGraphType(subject),
    title: stripAllTags(fill(shared.title)),
    description: shared.description === '' ? text : stripAllTags(fill(shared.description)),
    url:
      subject.kind === 'entry' && subject.as === 'posts'
        ? subject.permalink
        : (own.get('canonical') ?? subject.permalink),
    images: options.hasOpenGraph ? imagesOf(subject, context) : [],
  };
  const twitterTemplate =
    own.get('twitter-description') ??
    fallback(shared.description || text, social.description, templates.description, options);
  const isDescribed = twitterTemplate !== '' || (options.hasOpenGraph && (shared.description || text) !== '');
  const twitterDescription = isDescribed ? fill(twitterTemplate) : text;
  return {
    title,
    description,
    robots,
    address,
    next: robots.index === 'noindex' ? '' : nextOf(subject, context),
    openGraph,
    twitter: {
      title: fill(own.get('twitter-title') ?? fallback(shared.title, social.title, templates.title, options)),
      description: twitterDescription,
      image: twitterImageOf(subject, openGraph.images, options),
    },
    ...dates(subject),
  };
}

/** Networks take what they lack from the tags of Open Graph. */
function fallback(openGraph: string, social: string, own: string, { hasOpenGraph }: YoastOptions): string {
  if (!hasOpenGraph) return own;
  return social !== '' && social !== openGraph ? social : openGraph === '' ? own : '';
}

/** The end of the names of the options for a kind of page. */
function kindOf(subject: Subject): string {
  switch (subject.kind) {
    case 'entry':
      return subject.facts.entry.type;
    case 'term':
      return `tax-${subject.term.taxonomy}`;
    case 'type':
      return `ptarchive-${subject.type}`;
    case 'user':
      return 'author-wpseo';
    case 'home':
      return 'home-wpseo';
    case 'date':
      return 'archive-wpseo';
    case 'missing':
      return '404-wpseo';
  }
}

const titleTemplate = (subject: Subject, options: YoastOptions) => options.textOrDefault(`title-${kindOf(subject)}`);

function descriptionTemplate(subject: Subject, options: YoastOptions): string {
  return subject.kind === 'date' || subject.kind === 'missing' ? '' : options.text(`metadesc-${kindOf(subject)}`);
}

/** What describes the page to social networks if nothing was written for them. */
function textOf(subject: Subject): string {
  if (subject.kind === 'entry') return subject.facts.excerpt;
  return subject.kind === 'term' ? subject.term.description : '';
}

function openGraphType(subject: Subject): string {
  if (subject.kind === 'entry') return subject.as === 'front' ? 'website' : 'article';
  if (subject.kind === 'missing') return '';
  return subject.kind === 'term' ? 'article' : subject.kind === 'user' ? 'profile' : 'website';
}

/** As the editor entered it: a path stays a path. */
function addressOf(subject: Subject): string {
  return (subject.kind === 'type' ? undefined : subject.own.get('canonical')) ?? subject.permalink;
}

/** The link to the second page. */
function nextOf(subject: Subject, { site }: TemplateContext): string {
  if (subject.kind !== 'entry' || subject.as === 'posts' || pagesOf(subject) < 2) return '';
  const { permalink, as } = subject;
  if (!site.hasPrettyLinks || permalink.includes('?'))
    return `${permalink}${permalink.includes('?') ? '&' : '?'}page=2`;
  const folder = as === 'front' ? 'page/' : '';
  return `${permalink.replace(/\/?$/, '/')}${folder}2${site.endsWithSlash ? '/' : ''}`;
}

/** How many pages the text of an entry has. */
export function pagesOf({ facts }: Extract<Subject, { kind: 'entry' }>): number {
  return lengthText(facts).split('<!--nextpage-->').length;
}

/** The text of an entry, of which only lengths are public. */
export function lengthText({ entry, isProtected, hiddenText }: EntryFacts): string {
  return isProtected ? hiddenText : entry.content;
}

function robotsOf(subject: Subject, options: YoastOptions): Record<string, string> {
  const { own } = subject;
  const isNoindex = isHidden(subject, options);
  const advanced = subject.kind === 'entry' ? (own.get('meta-robots-adv') ?? '').split(',') : [];
  const has = (name: string) => advanced.includes(name);
  const values = [
    isNoindex ? 'noindex' : 'index',
    subject.kind === 'entry' && own.get('meta-robots-nofollow') === '1' ? 'nofollow' : 'follow',
    ...(isNoindex
      ? []
      : [
          ...MAX_ROBOTS.filter(
            (value) =>
              !(value.startsWith('max-snippet') && has('nosnippet')) &&
              !(value.startsWith('max-image') && has('noimageindex')),
          ),
          ...['noimageindex', 'noarchive', 'nosnippet'].filter(has),
        ]),
  ];
  return Object.fromEntries(values.map((value) => [value.replace(/^no/, '').replace(/:.*/, ''), value]));
}

/** Whether search engines are asked not to list the page. */
function isHidden(subject: Subject, options: YoastOptions): boolean {
  const { own } = subject;
  switch (subject.kind) {
    case 'entry': {
      const { status, type } = subject.facts.entry;
      const chosen = own.get('meta-robots-noindex');
      if (chosen === '1' || chosen === '2') return chosen === '1';
      return status === 'private' || options.isOn(`disable-${type}`) || options.isOn(`noindex-${type}`);
    }
    case 'term': {
      const chosen = own.get('noindex');
      if (chosen === 'noindex' || chosen === 'index') return chosen === 'noindex';
      return options.isOn(`noindex-tax-${subject.term.taxonomy}`);
    }
    case 'type':
      return options.isOn(`noindex-ptarchive-${subject.type}`);
    case 'user':
      return subject.isHidden || options.isOn('noindex-author-wpseo');
    case 'date':
      return options.isOn('noindex-archive-wpseo');
    case 'home':
      return false;
    case 'missing':
      return true;
  }
}

/** A time of the database in UTC as the tags have it. */
const w3c = (gmt: string) => `${gmt.replace(' ', 'T')}+00:00`;

function dates(subject: Subject): { published: string; modified: string } {
  if (subject.kind !== 'entry') return { published: '', modified: '' };
  const { dateGmt, modifiedGmt } = subject.facts.entry;
  return { published: w3c(dateGmt), modified: modifiedGmt > dateGmt ? w3c(modifiedGmt) : '' };
}

/** The canonical address, which pages that are not to be listed lack. */
export function canonicalOf({ robots, address }: HeadValues): string {
  return robots.index === 'noindex' ? '' : decodeUrlText(address.trim());
}
