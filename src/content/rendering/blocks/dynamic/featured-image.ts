import { escapeAttribute } from '../../../../text/escape.js';
import { escapeUrl } from '../../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type BlockAttributes, member } from '../block.js';
import { type BlockPost } from '../block-data.js';
import { type Block, type BlockScope } from '../block-scope.js';
import { declaration, partAttributes, partStyle, slug, wrapperAttributes } from './wrapper.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The featured image of a post, in the size, the ratio and with the overlay of the block. */
export function featuredImageBlock(block: Block, post: BlockPost, { context }: BlockScope): string {
  const { attributes } = block;
  const attachment = post.featured > 0 ? context.attachments.get(post.featured) : undefined;
  const size = text(attributes.sizeSlug) || 'post-thumbnail';
  const border = partAttributes(attributes, 'border').classes;
  const isLink = attributes.isLink === true;
  const image =
    attachment &&
    attachmentImage(attachment, size, context, {
      class: `${border.length > 0 ? border.join(' ') : `attachment-${size} size-${size}`} wp-post-image`,
      ...(isLink && { alt: post.title }),
      style: imageStyle(attributes),
    });
  if (!image) return '';
  const inside = image + overlay(attributes);
  const visible = isLink ? linkAround(attributes, post, inside) : inside;
  return `<figure ${wrapperAttributes(block)}>${visible}</figure>`;
}

function linkAround({ linkTarget, rel }: BlockAttributes, post: BlockPost, inside: string): string {
  const relation = text(rel) === '' ? '' : `rel="${escapeAttribute(text(rel))}"`;
  return `<a href="${escapeUrl(post.link)}" target="${escapeAttribute(text(linkTarget) || '_self')}" ${relation}>${inside}</a>`;
}

function imageStyle(attributes: BlockAttributes): string {
  const { aspectRatio, width, height, scale, style } = attributes;
  const ratio = text(aspectRatio);
  const declarations = [
    ...(ratio === '' ? [] : [...declaration('aspect-ratio', ratio), 'width:100%']),
    ...(text(height) === '' ? (text(width) === '' ? [] : ['height:auto']) : declaration('height', height)),
    ...declaration('width', width),
    ...declaration('object-fit', text(scale) || 'cover'),
    ...declaration('box-shadow', member(style, 'shadow')),
  ];
  return `${partStyle(attributes, 'border')}${declarations.map((one) => `${one};`).join('')}`;
}

/** A colour over the image. */
function overlay(attributes: BlockAttributes): string {
  const { dimRatio, overlayColor, customOverlayColor, gradient, customGradient } = attributes;
  const hasGradient = Boolean(gradient) || Boolean(customGradient);
  if (!dimRatio || typeof dimRatio !== 'number') return '';
  const classes = [
    'wp-block-post-featured-image__overlay',
    'has-background-dim',
    `has-background-dim-${dimRatio}`,
    ...(overlayColor ? [`has-${slug(overlayColor)}-background-color`] : []),
    ...(hasGradient ? ['has-background-gradient'] : []),
    ...(gradient ? [`has-${slug(gradient)}-gradient-background`] : []),
  ];
  const styles = [
    ...declaration('background-image', customGradient),
    ...declaration('background-color', customOverlayColor),
  ].map((one) => one.replace(':', ': '));
  return `<span class="${classes.join(' ')}" style="${escapeAttribute(styles.join(';'))}" aria-hidden="true"></span>`;
}
