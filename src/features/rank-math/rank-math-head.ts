import { type Site } from '../../site/index.js';
import { escapeAttribute, escapeHtml } from '../../text/index.js';
import { maybeUnserialize, PhpArray, toInteger, toText } from '../../text/php/index.js';
import { directives, type RankMathOptions } from './rank-math-options.js';

/** What the editor enters for one page, by the names of its meta keys without their prefix. */
const VALUES = [
  'title',
  'description',
  'robots',
  'advanced_robots',
  'canonical_url',
  'focus_keyword',
  'facebook_title',
  'facebook_description',
  'facebook_image',
  'facebook_image_id',
  'twitter_use_facebook',
  'twitter_card_type',
  'twitter_title',
  'twitter_description',
  'twitter_image',
  'twitter_image_id',
] as const;

export const META_KEYS: readonly string[] = VALUES.map((name) => `rank_math_${name}`);

export interface HeadImage {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly type?: string;
}

/** In the shape of `yoast_head_json`. */
export interface HeadJson {
  readonly title: string;
  readonly description?: string;
  readonly robots: Readonly<Record<string, string>>;
  readonly canonical?: string;
  readonly og_locale: string;
  readonly og_type: string;
  readonly og_title: string;
  readonly og_description?: string;
  readonly og_url: string;
  readonly og_site_name: string;
  readonly og_image?: readonly HeadImage[];
  readonly twitter_card: string;
  readonly twitter_title: string;
  readonly twitter_description?: string;
  readonly twitter_image?: string;
}

export interface Head {
  readonly json: HeadJson;
  readonly html: string;
}

/** What the head of a page follows from. */
export interface PageFacts {
  readonly site: Site;
  readonly options: RankMathOptions;
  readonly meta: ReadonlyMap<string, string>;
  readonly templates: { readonly title: string; readonly description: string };
  /** Directives of the kind of page. */
  readonly robots: readonly string[];
  readonly link: string;
  readonly isArticle: boolean;
  readonly featuredImage: number;
  readonly images: ReadonlyMap<number, HeadImage>;
  readonly defaultImage?: HeadImage;
  fill(template: string): string;
}

export function makeHead(page: PageFacts): Head {
  const { site, options, meta, templates, link, images, fill } = page;
  const own = (name: (typeof VALUES)[number]) => meta.get(`rank_math_${name}`) ?? '';
  const title = fill(own('title') || templates.title);
  const description = fill(own('description') || templates.description);
  const robots = robotsOf(page, own);
  const isIndexed = robots.index === 'index';
  const chosen = (name: 'facebook' | 'twitter'): HeadImage | undefined => {
    const url = own(`${name}_image`);
    return images.get(toInteger(own(`${name}_image_id`))) ?? (url === '' ? undefined : { url });
  };
  const image = chosen('facebook') ?? images.get(page.featuredImage) ?? page.defaultImage;
  const [ogTitle, ogDescription] = [
    fill(own('facebook_title')) || title,
    fill(own('facebook_description')) || description,
  ];
  const isShared = own('twitter_use_facebook') !== 'off';
  const canonical = own('canonical_url') || link;
  const [twitterTitle, twitterDescription] = isShared
    ? [ogTitle, ogDescription]
    : [fill(own('twitter_title')) || title, fill(own('twitter_description')) || description];
  const twitterImage = (isShared ? undefined : chosen('twitter')) ?? image;
  const json: HeadJson = {
    title,
    ...(description !== '' && { description }),
    robots,
    ...(isIndexed && { canonical }),
    og_locale: site.option('WPLANG') || 'en_US',
    og_type: page.isArticle ? 'article' : 'website',
    og_title: ogTitle,
    ...(ogDescription !== '' && { og_description: ogDescription }),
    og_url: canonical,
    og_site_name: options.text('knowledgegraph_name') || site.option('blogname'),
    ...(image && { og_image: [image] }),
    twitter_card: own('twitter_card_type') || options.text('twitter_card_type'),
    twitter_title: twitterTitle,
    ...(twitterDescription !== '' && { twitter_description: twitterDescription }),
    ...(twitterImage && { twitter_image: twitterImage.url }),
  };
  return { json, html: headHtml(json) };
}

/** The page's own directives, or those of its kind; limits only where it is indexed. */
function robotsOf(
  { options, robots }: PageFacts,
  own: (name: 'robots' | 'advanced_robots') => string,
): Record<string, string> {
  const listed = listOf(own('robots'));
  const all = new Set(listed.length > 0 ? listed : robots);
  const isIndexed = !all.has('noindex');
  const found = new Map([
    ['index', isIndexed ? 'index' : 'noindex'],
    ['follow', all.has('nofollow') ? 'nofollow' : 'follow'],
  ]);
  for (const name of ['noarchive', 'noimageindex', 'nosnippet']) if (all.has(name)) found.set(name, name);
  const limits = directives(phpArray(own('advanced_robots')));
  for (const limit of isIndexed ? (limits.length > 0 ? limits : options.advancedRobots) : [])
    found.set(limit.split(':', 1)[0]!, limit);
  return Object.fromEntries(found);
}

function phpArray(text: string): PhpArray | undefined {
  const value = maybeUnserialize(text);
  return value instanceof PhpArray ? value : undefined;
}

const listOf = (text: string) => [...(phpArray(text)?.values() ?? [])].map(toText);

/** As tags. */
function headHtml(json: HeadJson): string {
  const meta = (attribute: string, name: string, content: string | undefined) =>
    content ? [`<meta ${attribute}="${name}" content="${escapeAttribute(content)}"/>`] : [];
  const [image] = json.og_image ?? [];
  const measure = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return [
    '<!-- Rank Math -->',
    `<title>${escapeHtml(json.title)}</title>`,
    ...meta('name', 'description', json.description),
    ...meta('name', 'robots', Object.values(json.robots).join(', ')),
    ...(json.canonical ? [`<link rel="canonical" href="${escapeAttribute(json.canonical)}" />`] : []),
    ...meta('property', 'og:locale', json.og_locale),
    ...meta('property', 'og:type', json.og_type),
    ...meta('property', 'og:title', json.og_title),
    ...meta('property', 'og:description', json.og_description),
    ...meta('property', 'og:url', json.og_url),
    ...meta('property', 'og:site_name', json.og_site_name),
    ...meta('property', 'og:image', image?.url),
    ...meta('property', 'og:image:width', measure(image?.width)),
    ...meta('property', 'og:image:height', measure(image?.height)),
    ...meta('property', 'og:image:type', image?.type),
    ...meta('name', 'twitter:card', json.twitter_card),
    ...meta('name', 'twitter:title', json.twitter_title),
    ...meta('name', 'twitter:description', json.twitter_description),
    ...meta('name', 'twitter:image', json.twitter_image),
    '<!-- /Rank Math -->',
  ].join('\n');
}
