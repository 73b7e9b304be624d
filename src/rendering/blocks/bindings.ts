import { escapeAttribute } from '../../text/escape.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { escapeUrl } from '../../text/urls.js';
import { type BlockAttributes, member } from './block.js';
import { isMap } from '../../text/php/php-values.js';
import { type BlockPost } from '../block-data.js';
import { type BlockNode } from './block-tree.js';
import { type BlockScope, postOf } from './block-scope.js';
import { HEADINGS } from './static-blocks.js';
import { attributeOf, firstTag, setAttribute, type Tag } from './tags.js';

/** Location of an attribute in the saved HTML: the content of a tag, or one of its attributes. */
interface Place {
  readonly tags: ReadonlySet<string>;
  /** Undefined: the text inside the tag. */
  readonly attribute?: string;
  readonly isUrl?: boolean;
}

const inside = (...tags: string[]): Place => ({ tags: new Set(tags) });
const attribute = (tag: string, name: string, isUrl = false): Place => ({
  tags: new Set([tag]),
  attribute: name,
  isUrl,
});

/** Attributes of blocks that can be bound. */
const BOUND_PLACES: ReadonlyMap<string, Readonly<Record<string, Place>>> = new Map(
  Object.entries<Readonly<Record<string, Place>>>({
    paragraph: { content: inside('p') },
    heading: { content: { tags: HEADINGS } },
    'list-item': { content: inside('li') },
    button: {
      text: inside('a', 'button'),
      url: attribute('a', 'href', true),
      linkTarget: attribute('a', 'target'),
      rel: attribute('a', 'rel'),
    },
    image: {
      url: attribute('img', 'src', true),
      alt: attribute('img', 'alt'),
      title: attribute('img', 'title'),
      caption: inside('figcaption'),
    },
  }),
);

/** The saved HTML of a block with overridden and bound attributes applied. */
export function applyBindings(html: string, { name, attributes }: BlockNode, scope: BlockScope): string {
  const places = BOUND_PLACES.get(name);
  const bindings = member(attributes, 'metadata', 'bindings');
  if (!places || !isMap(bindings)) return html;
  let result = html;
  for (const [key, place] of Object.entries(places)) {
    const value = boundValue(key, bindings, attributes, scope);
    if (value !== undefined && scope.context.budget.spend({ html: value.length }))
      result = place.attribute === undefined ? withText(result, place, value) : withAttribute(result, place, value);
  }
  return result;
}

function boundValue(
  key: string,
  bindings: BlockAttributes,
  attributes: BlockAttributes,
  { context, overrides, post }: BlockScope,
): string | undefined {
  const binding = bindings[key] ?? bindings.__default;
  const source = member(binding, 'source');
  if (source === 'core/pattern-overrides') {
    const target = member(attributes, 'metadata', 'name');
    const value = typeof target === 'string' ? member(overrides, target, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  }
  if (bindings[key] === undefined) return undefined;
  const argument = member(binding, 'args', 'key') ?? member(binding, 'args', 'field');
  if (typeof argument !== 'string') return undefined;
  if (source === 'core/post-meta') return context.boundMeta.get(argument);
  return source === 'core/post-data' ? postField(argument, postOf(post, context)) : undefined;
}

function postField(field: string, post: BlockPost | undefined): string | undefined {
  switch (field) {
    case 'date':
      return post?.dateIso;
    case 'modified':
      return post?.modifiedIso;
    case 'link':
      return post?.link;
    default:
      return undefined;
  }
}

/** Keys of the meta values that blocks of a text are bound to. */
export function boundMetaKeys(text: string): string[] {
  if (!text.includes('core/post-meta')) return [];
  return [...text.matchAll(/"source":"core\/post-meta","args":\{"key":"([^"\\]{1,255})"/g)].map(([, key]) => key!);
}

function withText(html: string, { tags }: Place, value: string): string {
  const tag = firstTag(html, tags);
  const end = tag ? html.lastIndexOf(`</${tag.name}>`) : -1;
  return !tag || end < tag.end ? html : html.slice(0, tag.end) + filterPostHtml(value, 'wp7') + html.slice(end);
}

function withAttribute(html: string, { tags, attribute: name, isUrl }: Place, value: string): string {
  const tag: Tag | undefined = firstTag(html, tags);
  if (!tag || (value === '' && attributeOf(html, tag, name!) === undefined)) return html;
  const written = isUrl ? escapeUrl(value, 'wp7') : escapeAttribute(value);
  // What is no URL does not replace one.
  return written === '' && value !== '' ? html : setAttribute(html, tag, name!, written);
}
