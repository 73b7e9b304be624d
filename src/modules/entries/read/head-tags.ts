import { cleanUrl, decodeReferences, escapeAttribute, escapeHtml } from '../../../text/index.js';
import { type SeoHead, type SeoTags } from './seo-plugin.registry.js';

const IMAGE_PARTS = ['width', 'height', 'type'] as const;

export interface HeadTag {
  /** Such as `og:title`. */
  readonly name: string;
  readonly value: unknown;
}

/** The head of a page as plugins serve it: without empty tags, and with the lines around its HTML that name the plugin. */
export function headOf(
  tags: readonly HeadTag[],
  [first, last]: readonly [string, string],
  isUncertain = false,
): SeoTags {
  const filled = tags.filter(
    ({ value }) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return {
    isUncertain,
    json: Object.fromEntries(filled.map(({ name, value }) => [name.replace(/[:\s-]/g, '_'), value])),
    // Most requests name the other member.
    get html() {
      return [first, ...filled.flatMap(({ name, value }) => lineOf(name, value)), last].join('\n');
    },
  };
}

/** What pages of the site print. */
export function seoHead({ json }: SeoTags): SeoHead {
  const text = (name: string) => {
    const value = json[name];
    // Heads are HTML.
    return typeof value === 'string' ? decodeReferences(value) : '';
  };
  const robots = Object.values((json.robots ?? {}) as Readonly<Record<string, string>>);
  const [image] = (json.og_image ?? []) as readonly { url: string; width?: unknown; height?: unknown }[];
  const measures =
    typeof image?.width === 'number' && typeof image.height === 'number'
      ? { width: image.width, height: image.height }
      : {};
  return {
    title: text('title'),
    description: text('description'),
    robots: robots.join(', '),
    canonical: text('canonical'),
    openGraph: {
      title: text('og_title'),
      description: text('og_description'),
      ...(image && { image: { url: image.url, ...measures } }),
    },
    twitter: {
      title: text('twitter_title'),
      description: text('twitter_description'),
      image: text('twitter_image'),
    },
  };
}

function lineOf(name: string, value: unknown): string[] {
  switch (name) {
    case 'title':
      return [`<title>${escapeHtml(String(value))}</title>`];
    case 'robots':
      return [meta('name', name, Object.values(value as object).join(', '))];
    case 'canonical':
    case 'next':
      return [`<link rel="${name}" href="${cleanUrl(String(value))}" />`];
    case 'og:image':
      return (value as Record<string, unknown>[]).map(imageLines);
    case 'twitter:misc':
      return [labelLines(value as Record<string, string>)];
    case 'schema':
      return [`<script type="application/ld+json" class="yoast-schema-graph">${schemaText(value)}</script>`];
    default:
      return [meta(/^(?:og|article):/.test(name) ? 'property' : 'name', name, String(value))];
  }
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeAttribute(content)}" />`;
}

function imageLines(image: Record<string, unknown>): string {
  const parts = IMAGE_PARTS.filter((part) => image[part]).map(
    (part) => `\n\t${meta('property', `og:image:${part}`, String(image[part]))}`,
  );
  return `<meta property="og:image" content="${cleanUrl(String(image.url))}" />${parts.join('')}`;
}

function labelLines(labels: Record<string, string>): string {
  return Object.entries(labels)
    .flatMap(([label, text], index) => [
      meta('name', `twitter:label${index + 1}`, label),
      meta('name', `twitter:data${index + 1}`, text),
    ])
    .join('\n\t');
}

/** As PHP writes JSON, and so that no text ends the script. */
function schemaText(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/');
}
