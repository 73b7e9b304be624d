import { escapeAttribute, escapeHtml } from '../../../../text/escape.js';
import { escapeUrl } from '../../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type Block, type BlockRenderer } from '../block-scope.js';
import { fluidSize } from '../fluid-size.js';
import { avatarImage } from './avatar.js';
import { postOf } from './post-context.js';
import { searchForm } from './search-block.js';
import { linkColorClass, partAttributes, partStyle, wrapperAttributes } from './wrapper.js';

/** Blocks that show the site itself, a search form or an account. */
export const SITE_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'site-title': (block, { context }) => {
    const { home, name } = context.site.blocks;
    if (name === '') return '';
    const { level = 1, isLink = true, linkTarget = '_self' } = block.attributes;
    const tag = level === 0 ? 'p' : `h${headingLevel(level, 1)}`;
    const text = isLink
      ? `<a href="${escapeUrl(home)}" target="${escapeAttribute(String(linkTarget))}" rel="home">${escapeHtml(name)}</a>`
      : escapeHtml(name);
    const classes = [...aligned(block).classes, linkColorClass(block)];
    return `<${tag} ${wrapperAttributes(block, { classes })}>${text}</${tag}>`;
  },

  'site-tagline': (block, { context }) => {
    const { tagline, home } = context.site.blocks;
    if (tagline === '') return '';
    const { level = 0, isLink } = block.attributes;
    const tag = level === 0 ? 'p' : `h${headingLevel(level, 1)}`;
    const text = isLink ? `<a href="${escapeUrl(home)}" rel="home">${escapeHtml(tagline)}</a>` : escapeHtml(tagline);
    return `<${tag} ${wrapperAttributes(block, aligned(block))}>${text}</${tag}>`;
  },

  'site-logo': (block, { context }) => {
    const { logo, home } = context.site.blocks;
    const attachment = logo > 0 ? context.attachments.get(logo) : undefined;
    if (!attachment) return '';
    const { width, isLink = true } = block.attributes;
    const image = attachmentImage(attachment, 'full', context, { class: 'custom-logo' });
    if (image === '') return '';
    const inside = isLink
      ? `<a href="${escapeUrl(`${home}/`)}" class="custom-logo-link" rel="home">${image}</a>`
      : image;
    return `<div ${wrapperAttributes(block, { classes: [width === undefined && 'is-default-size'] })}>${inside}</div>`;
  },

  avatar: (block, { context, post }) => {
    const { userId, size, isLink, linkTarget = '_self' } = block.attributes;
    const user =
      typeof userId === 'number' ? context.blockData.get({ kind: 'user', id: userId }) : postOf(post, context)?.author;
    if (!user) return '';
    const border = partAttributes(block.attributes, 'border');
    const picture = avatarImage(
      {
        email: user.email,
        alt: `${user.name} Avatar`,
        size: typeof size === 'number' ? size : 96,
        extraClass: ['wp-block-avatar__image', ...border.classes].join(' '),
        style: partStyle(block.attributes, 'border'),
      },
      context,
    );
    const inside = isLink
      ? `<a href="${escapeUrl(user.link)}" target="${escapeAttribute(String(linkTarget))}"  class="wp-block-avatar__link">${picture}</a>`
      : picture;
    return picture === '' ? '' : `<div ${wrapperAttributes(block)}>${inside}</div>`;
  },

  search: (block, { context }) =>
    searchForm(block, context.site.blocks.home, context.counters.next('block'), (size) =>
      fluidSize(size, context.theme.blocks),
    ),

  loginout: (block, { context }) =>
    `<div ${wrapperAttributes(block, { classes: ['logged-out'] })}><a href="${escapeUrl(`${context.site.url}/wp-login.php`)}">Log in</a></div>`,
};

export function headingLevel(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 6 ? value : fallback;
}

/** The class of a block that sets its own text alignment. */
export function aligned({ attributes: { textAlign } }: Block): { classes: string[] } {
  return { classes: typeof textAlign === 'string' ? [`has-text-align-${textAlign}`] : [] };
}
