import { escapeAttribute, escapeHtml } from '../../../../text/escape.js';
import { escapeUrl } from '../../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type Block, type BlockRenderer } from '../block-scope.js';
import { avatarImage } from './avatar.js';
import { postOf } from './post-context.js';
import { wrapperAttributes } from './wrapper.js';

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
    return `<${tag} ${wrapperAttributes(block, aligned(block))}>${text}</${tag}>`;
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
    const picture = avatarImage(
      {
        email: user.email,
        alt: `${user.name} Avatar`,
        size: typeof size === 'number' ? size : 96,
        extraClass: 'wp-block-avatar__image',
      },
      context,
    );
    const inside = isLink
      ? `<a href="${escapeUrl(user.link)}" target="${escapeAttribute(String(linkTarget))}" class="wp-block-avatar__link">${picture}</a>`
      : picture;
    return picture === '' ? '' : `<div ${wrapperAttributes(block)}>${inside}</div>`;
  },

  search: (block, { context }) => searchForm(block, context.site.blocks.home, context.counters.next('block')),

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

const text = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

function searchForm(block: Block, home: string, number: number): string {
  const { attributes } = block;
  const position = text(attributes.buttonPosition, 'button-outside');
  const label = text(attributes.label, 'Search') || 'Search';
  const buttonText = text(attributes.buttonText, 'Search') || 'Search';
  const hasButton = position !== 'no-button';
  const usesIcon = attributes.buttonUseIcon === true;
  const classes = [
    hasButton ? `wp-block-search__${position}` : 'wp-block-search__no-button',
    hasButton && (usesIcon ? 'wp-block-search__icon-button' : 'wp-block-search__text-button'),
  ];
  const id = `wp-block-search__input-${number}`;
  const labelClass = `wp-block-search__label${attributes.showLabel === false ? ' screen-reader-text' : ''}`;
  const icon =
    '<svg class="search-icon" viewBox="0 0 24 24" width="24" height="24"><circle cx="10" cy="10" r="6" fill="none" stroke="currentColor" stroke-width="2"></circle><path d="M15 15l5 5" stroke="currentColor" stroke-width="2"></path></svg>';
  const buttonClass = `wp-block-search__button${usesIcon ? ' has-icon' : ''} wp-element-button`;
  const button = hasButton
    ? `<button aria-label="${escapeAttribute(buttonText)}" class="${buttonClass}" type="submit" >${usesIcon ? icon : escapeHtml(buttonText)}</button>`
    : '';
  return (
    `<form role="search" method="get" action="${escapeUrl(`${home}/`)}" ${wrapperAttributes(block, { classes })} >` +
    `<label class="${labelClass}" for="${id}" >${escapeHtml(label)}</label>` +
    `<div class="wp-block-search__inside-wrapper" ><input class="wp-block-search__input" id="${id}" ` +
    `placeholder="${escapeAttribute(text(attributes.placeholder, ''))}" value="" type="search" name="s" required />${button}</div></form>`
  );
}
