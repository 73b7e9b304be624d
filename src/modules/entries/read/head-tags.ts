import { cleanUrl, escapeAttribute, escapeHtml } from '../../../text/index.js';
import { type Tag } from './head.js';

const PRODUCT = 'https://yoast.com/product/yoast-seo-wordpress/';
const IMAGE_PARTS = ['width', 'height', 'type'] as const;

/** The tags as HTML, as WordPress prints them. */
export function headHtml(tags: readonly Tag[], version: string): string {
  const lines = tags.flatMap(({ name, value }) => lineOf(name, value));
  const named = version === '' ? '' : ` v${version}`;
  return [
    `<!-- This site is optimized with the Yoast SEO plugin${named} - ${PRODUCT} -->`,
    ...lines,
    '<!-- / Yoast SEO plugin. -->',
  ].join('\n');
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
