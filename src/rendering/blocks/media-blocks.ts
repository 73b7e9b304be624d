import { createHash } from 'node:crypto';
import { escapeAttribute } from '../../text/escape.js';
import { escapeUrl } from '../../text/urls.js';
import { type RenderAttachment } from '../render-context.js';
import { attachmentImage, sizedImage } from '../media/attachment-image.js';
import { type BlockAttributes, member } from './block.js';
import { type BlockNode, innerBlocks } from './block-tree.js';
import { type Block, type BlockRenderer, type BlockScope, postOf } from './block-scope.js';
import {
  addAttributes,
  addClasses,
  attributeOf,
  firstTag,
  firstTagWithClass,
  lastTagWithClass,
  setAttribute,
  type Tag,
} from './tags.js';

const IMAGE: ReadonlySet<string> = new Set(['img']);
const OBJECT: ReadonlySet<string> = new Set(['object']);

/** Blocks around images and files. */
export const MEDIA_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  image: (block, { parent }) => imageBlock(block, parent?.name === 'gallery'),
  gallery: (block, scope) => galleryBlock(block, scope),
  cover: (block, scope) => coverBlock(block, scope),
  'media-text': (block, scope) => mediaTextBlock(block, scope),
  file: (block) => fileBlock(block),
  video: (block, scope) => videoBlock(block, scope),
};

/** Images without a URL are not rendered; those of a gallery carry the ID of their attachment. */
function imageBlock({ attributes: { id }, ...block }: Block, inGallery: boolean): string {
  const html = block.inner().replace(/<figcaption[^<>]*><\/figcaption>/i, '');
  const image = firstTag(html, IMAGE);
  if (!image || !attributeOf(html, image, 'src')) return '';
  if (!inGallery || typeof id !== 'number' || attributeOf(html, image, 'data-id') !== undefined) return html;
  return addAttributes(html, image, [['data-id', String(id)]]);
}

/** Whether an image opens in a lightbox. */
function opensLightbox({ attributes }: Pick<BlockNode, 'attributes'>): boolean {
  const { linkDestination = 'none' } = attributes;
  return member(attributes, 'lightbox', 'enabled') === true && linkDestination === 'none';
}

function galleryBlock(block: Block, scope: BlockScope): string {
  const html = block.inner();
  const numbered = addClasses(html, firstTag(html), [`wp-block-gallery-${scope.context.counters.next('block')}`]);
  if (!innerBlocks(block.node).some((inner) => inner.name === 'image' && opensLightbox(inner))) return numbered;
  return addAttributes(numbered, firstTag(numbered), [
    ['data-wp-context', escapeAttribute(JSON.stringify({ galleryId: scriptId(scope) }))],
    ['data-wp-interactive', 'core/gallery'],
  ]);
}

/** An ID for scripts, the same whenever the same content is rendered. */
function scriptId({ context }: BlockScope): string {
  const number = context.counters.next('lightbox');
  return createHash('md5').update(`${context.post.id} ${number}`).digest('hex').slice(0, 13);
}

const LIGHTBOX_ATTRIBUTES: readonly (readonly [string, string])[] = [
  ['data-wp-class--hide', 'state.isContentHidden'],
  ['data-wp-class--show', 'state.isContentVisible'],
  ['data-wp-init', 'callbacks.setButtonStyles'],
  ['data-wp-on--click', 'actions.showLightbox'],
  ['data-wp-on--load', 'callbacks.setButtonStyles'],
  ['data-wp-on--pointerdown', 'actions.preloadImage'],
  ['data-wp-on--pointerenter', 'actions.preloadImageWithDelay'],
  ['data-wp-on--pointerleave', 'actions.cancelPreload'],
  ['data-wp-on-window--resize', 'callbacks.setButtonStyles'],
];
const LIGHTBOX_BUTTON = [
  '<button',
  'class="lightbox-trigger"',
  'type="button"',
  'aria-haspopup="dialog"',
  'data-wp-bind--aria-label="state.thisImage.triggerButtonAriaLabel"',
  'data-wp-init="callbacks.initTriggerButton"',
  'data-wp-on--click="actions.showLightbox"',
  'data-wp-style--right="state.thisImage.buttonRight"',
  'data-wp-style--top="state.thisImage.buttonTop"',
].join('\n\t\t\t');
const LIGHTBOX_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" fill="none" viewBox="0 0 12 12">' +
  '<path d="M1 4V1h3M8 1h3v3M11 8v3H8M4 11H1V8" stroke="#fff" stroke-width="2"></path></svg>';

/** Connects an image that opens in a lightbox with the script for it. Its class comes after those of all supports. */
export function withLightbox(html: string, node: BlockNode, scope: BlockScope): string {
  const image = node.name === 'image' && opensLightbox(node) ? firstTag(html, IMAGE) : undefined;
  if (!image) return html;
  const button = `${LIGHTBOX_BUTTON}\n\t\t>\n\t\t\t${LIGHTBOX_ICON}\n\t\t</button>`;
  const visible = addAttributes(html.slice(0, image.end), image, LIGHTBOX_ATTRIBUTES) + button + html.slice(image.end);
  const classed = addClasses(visible, firstTag(visible), ['wp-lightbox-container']);
  const id = scriptId(scope);
  return addAttributes(classed, firstTag(classed), [
    ['data-wp-context', escapeAttribute(JSON.stringify({ imageId: id }))],
    ['data-wp-interactive', 'core/image'],
    ['data-wp-key', id],
  ]);
}

/** The featured image of the block's post, if the block uses it. */
function featuredImage({ attributes }: Block, { post, context }: BlockScope): RenderAttachment | undefined {
  const featured = attributes.useFeaturedImage === true ? postOf(post, context)?.featured : undefined;
  return featured ? context.attachments.get(featured) : undefined;
}

/** A point of an image as a position in CSS; undefined if there is none. */
function focalPosition({ focalPoint }: BlockAttributes): string | undefined {
  const [x, y] = [member(focalPoint, 'x'), member(focalPoint, 'y')];
  return typeof x === 'number' && typeof y === 'number' ? `${Math.round(x * 100)}% ${Math.round(y * 100)}%` : undefined;
}

/** Puts the featured image behind the content. */
function coverBlock(block: Block, scope: BlockScope): string {
  const html = block.inner();
  const { attributes } = block;
  const attachment = featuredImage(block, scope);
  const { backgroundType = 'image' } = attributes;
  const content = firstTagWithClass(html, 'wp-block-cover__inner-container');
  if (!attachment || !content || backgroundType !== 'image') return html;
  const size = typeof attributes.sizeSlug === 'string' ? attributes.sizeSlug : 'post-thumbnail';
  const behind =
    attributes.hasParallax === true || attributes.isRepeated === true
      ? coverBackground(attributes, attachment, sizedImage(attachment, size, scope.context)?.url ?? attachment.url)
      : coverImage(attributes, attachment, size, scope);
  return html.slice(0, content.start) + behind + html.slice(content.start);
}

function coverBackground(attributes: BlockAttributes, { id, alt }: RenderAttachment, url: string): string {
  const classes = [
    'wp-block-cover__image-background',
    `wp-image-${id}`,
    ...(attributes.hasParallax === true ? ['has-parallax'] : []),
    ...(attributes.isRepeated === true ? ['is-repeated'] : []),
  ];
  const style = `background-position:${focalPosition(attributes) ?? '50% 50%'};background-image:url(${escapeUrl(url)});`;
  const [label, role] = alt === '' ? ['', ''] : [`aria-label="${escapeAttribute(alt)}" `, ' role="img"'];
  return `<div ${label}class="${classes.join(' ')}"${role} style="${style}"></div>`;
}

function coverImage(
  attributes: BlockAttributes,
  attachment: RenderAttachment,
  size: string,
  { context }: BlockScope,
): string {
  const position = focalPosition(attributes);
  return attachmentImage(attachment, size, context, {
    class: 'wp-block-cover__image-background wp-post-image',
    'data-object-fit': 'cover',
    ...(position !== undefined && {
      'data-object-position': position,
      style: `object-position:${position};`,
    }),
  });
}

/** The figure of the block itself: after the content, or before it. */
function mediaFigure(html: string, { mediaPosition }: BlockAttributes): Tag | undefined {
  const name = 'wp-block-media-text__media';
  return mediaPosition === 'right' ? lastTagWithClass(html, name) : firstTagWithClass(html, name);
}

const MEDIA_FIGURE = '<figure class="wp-block-media-text__media">';

/** Shows the featured image next to the text, in full size. */
function mediaTextBlock(block: Block, scope: BlockScope): string {
  const saved = block.inner();
  const { attributes } = block;
  const attachment = featuredImage(block, scope);
  const figure = attachment && mediaFigure(saved, attributes);
  if (!attachment || !figure) return saved;
  const id = `wp-block-media-text__media-${scope.context.counters.next('block')}`;
  const isPlain = saved.slice(figure.start, figure.end) === MEDIA_FIGURE;
  const position = attributes.imageFill === true ? (focalPosition(attributes) ?? '50% 50%') : undefined;
  const size = typeof attributes.mediaSizeSlug === 'string' ? attributes.mediaSizeSlug : 'full';
  const image =
    `<img alt="${escapeAttribute(attachment.alt)}" src="${escapeUrl(attachment.url)}"` +
    `${position === undefined ? '' : ` style="object-position:${position};"`} class="wp-image-${attachment.id} size-${escapeAttribute(size)}">`;
  // Figures with further attributes stay empty, as in WordPress.
  const html = isPlain
    ? `${saved.slice(0, figure.start)}<figure  class="wp-block-media-text__media">${image}${saved.slice(figure.end)}`
    : addAttributes(saved, figure, [['id', id]]);
  return attributes.imageFill === true ? addClasses(html, firstTag(html), ['is-image-fill-element']) : html;
}

const VIDEO: ReadonlySet<string> = new Set(['video']);

/** Reserves the place of a film whose size is stored. */
function videoBlock({ attributes: { id }, ...block }: Block, { context }: BlockScope): string {
  const html = block.inner();
  const player = firstTag(html, VIDEO);
  const size = typeof id === 'number' ? context.attachments.get(id)?.image : undefined;
  if (!player || !size || size.width <= 0 || size.height <= 0) return html;
  const { width, height } = size;
  const style = `aspect-ratio: ${width} / ${height};${attributeOf(html, player, 'style') ?? ''}`;
  const all = Object.entries({ height: String(height), style, width: String(width) });
  const isSaved = ([name]: [string, string]) => attributeOf(html, player, name) !== undefined;
  const missing = addAttributes(
    html,
    player,
    all.filter((attribute) => !isSaved(attribute)),
  );
  return all
    .filter(isSaved)
    .reduce((text, [name, value]) => setAttribute(text, firstTag(text, VIDEO), name, value), missing);
}

const PLAIN_LABEL = 'PDF embed';

/** The preview of a document is shown by a script where the browser can. */
function fileBlock({ attributes: { displayPreview }, ...block }: Block): string {
  let html = block.inner();
  const preview = displayPreview === true ? firstTag(html, OBJECT) : undefined;
  if (!preview) return html;
  const label = attributeOf(html, preview, 'aria-label');
  const isPlain = label === undefined || label === '' || label === PLAIN_LABEL;
  if (label !== undefined)
    html = setAttribute(html, preview, 'aria-label', isPlain ? PLAIN_LABEL : `Embed of ${label}.`);
  html = addAttributes(html, firstTag(html, OBJECT), [
    ...(label === undefined ? ([['aria-label', PLAIN_LABEL]] as const) : []),
    ['data-wp-bind--hidden', '!state.hasPdfPreview'],
    ['hidden', ''],
  ]);
  return addAttributes(html, firstTagWithClass(html, 'wp-block-file'), [['data-wp-interactive', 'core/file']]);
}
