import { type Site } from '../../site/index.js';
import { headOf, type HeadTag, type SeoTags } from '../../modules/entries/index.js';
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

const LINES = ['<!-- Rank Math -->', '<!-- /Rank Math -->'] as const;

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

export function makeHead(page: PageFacts): SeoTags {
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
  const tags: readonly HeadTag[] = [
    { name: 'title', value: title },
    { name: 'description', value: description },
    { name: 'robots', value: robots },
    { name: 'canonical', value: isIndexed ? canonical : '' },
    { name: 'og:locale', value: site.option('WPLANG') || 'en_US' },
    { name: 'og:type', value: page.isArticle ? 'article' : 'website' },
    { name: 'og:title', value: ogTitle },
    { name: 'og:description', value: ogDescription },
    { name: 'og:url', value: canonical },
    { name: 'og:site_name', value: options.text('knowledgegraph_name') || site.option('blogname') },
    { name: 'og:image', value: image ? [image] : [] },
    { name: 'twitter:card', value: own('twitter_card_type') || options.text('twitter_card_type') },
    { name: 'twitter:title', value: twitterTitle },
    { name: 'twitter:description', value: twitterDescription },
    { name: 'twitter:image', value: twitterImage?.url },
  ];
  return headOf(tags, LINES);
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
