import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { stripAllTags } from '../../../text/strip-tags.js';
import { escapeUrl } from '../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type BlockAttributes, numeric, textAttribute } from '../block.js';
import { isMap } from '../../../text/php/php-values.js';
import { fluidSize } from '../supports.js';
import { avatarImage } from './avatar.js';
import { type Block, type BlockRenderer, postOf } from '../block-scope.js';
import { attributeText } from '../tags.js';
import { linkColorClass, LITERAL, partAttributes, partStyle, wrapperAttributes } from './wrapper.js';

const ICON =
  '<svg class="search-icon" viewBox="0 0 24 24" width="24" height="24"><circle cx="10" cy="10" r="6" fill="none" stroke="currentColor" stroke-width="2"></circle><path d="M15 15l5 5" stroke="currentColor" stroke-width="2"></path></svg>';

/** How far the corners of the frame are from those of what it contains. */
const FRAME_PADDING = '4px';

/** Where the button of a search form is; others are treated as outside and have no class. */
const POSITIONS = new Set(['button-inside', 'button-outside', 'no-button', 'button-only']);

/** A search form. Its colours, fonts and borders are those of its parts. */
function searchForm(block: Block, home: string, number: number, fluid: (size: string) => string): string {
  const { attributes } = block;
  const id = `wp-block-search__input-${number}`;
  const position = textAttribute(attributes.buttonPosition, 'button-outside');
  const isHidden = position === 'button-only';
  const parts = styledParts(attributes, position, fluid);
  const labelClasses = [
    'wp-block-search__label',
    ...(attributes.showLabel === false ? ['screen-reader-text'] : []),
    ...parts.label.classes,
  ];
  const label = filterPostHtml(textAttribute(attributes.label, 'Search') || 'Search', 'wp7');
  const inside =
    `<label class="${labelClasses.join(' ')}" for="${id}" ${inline(parts.label.style)}>${label}</label>` +
    `<div class="${['wp-block-search__inside-wrapper', ...parts.frame.classes].join(' ')}" ${inline(parts.frame.style)}>` +
    `${input(attributes, id, isHidden, parts.input)}${hiddenFields(attributes.query)}${button(attributes, position, parts.button)}</div>`;
  const kind = attributes.buttonUseIcon === true ? 'icon' : 'text';
  const classes = [
    POSITIONS.has(position) && `wp-block-search__${position}`,
    isHidden && 'wp-block-search__searchfield-hidden',
    position !== '' && position !== 'no-button' && `wp-block-search__${kind}-button`,
  ];
  const outer = `${wrapperAttributes(block, { classes })} ${isHidden ? expandScript(id) : ''}`;
  const action = `method="get" action="${escapeUrl(`${home}/`)}"`;
  return attributes.tagName === 'search'
    ? `<search ${outer}><form ${action}>${inside}</form></search>`
    : `<form role="search" ${action} ${outer}>${inside}</form>`;
}

interface Part {
  readonly classes: readonly string[];
  readonly style: string;
}

function inline(style: string): string {
  return style === '' ? '' : ` style="${escapeAttribute(style)}"`;
}

function styledParts(
  attributes: BlockAttributes,
  position: string,
  fluid: (size: string) => string,
): Record<'label' | 'frame' | 'input' | 'button', Part> {
  const font = fontPart(attributes, fluid);
  const inputFont = {
    ...font,
    declarations: font.declarations.filter((declaration) => !declaration.startsWith('text-decoration:')),
  };
  const color = partAttributes(attributes, 'color', { naming: LITERAL });
  const border = partAttributes(attributes, 'border', { naming: LITERAL });
  const width = Number(attributes.width);
  const unit = textAttribute(attributes.widthUnit);
  const size = width > 0 && /^[a-z%]+$/i.test(unit) ? [`width: ${width}${unit}`] : [];
  const isFramed = position === 'button-inside';
  const isCorner = (declaration: string) => /^border(?:-\w+-\w+)?-radius:/.test(declaration);
  const corners = border.declarations.filter(isCorner);
  const padded = border.declarations.map((declaration) =>
    isCorner(declaration) ? declaration.replace(/: (.*)$/, `: calc($1 + ${FRAME_PADDING})`) : declaration,
  );
  const bordered = isFramed ? { classes: [], declarations: corners } : border;
  const part = (...styles: { classes: readonly string[]; declarations: readonly string[] }[]): Part => ({
    classes: styles.flatMap(({ classes }) => classes),
    style: styles.flatMap(({ declarations }) => declarations).join(';'),
  });
  return {
    label: part(font),
    frame: part({ classes: [], declarations: size }, isFramed ? { ...border, declarations: padded } : NO_STYLES),
    input: part(bordered, position === 'no-button' ? color : NO_STYLES, inputFont),
    // Classes of borders come last, their declarations first.
    button: { classes: part(color, font, bordered).classes, style: part(bordered, color, font).style },
  };
}

const NO_STYLES = { classes: [], declarations: [] };

function input({ placeholder }: BlockAttributes, id: string, isHidden: boolean, { classes, style }: Part): string {
  const name = ['wp-block-search__input', ...classes].join(' ');
  const hint = escapeAttribute(textAttribute(placeholder, ''));
  const before = isHidden ? 'aria-hidden="true" ' : '';
  const bound = isHidden
    ? ' data-wp-bind--aria-hidden="!context.isSearchInputVisible" data-wp-bind--tabindex="state.tabindex"'
    : '';
  return `<input ${before}class="${name}"${bound} id="${id}" placeholder="${hint}" ${isHidden ? ' ' : ''}value="" type="search" name="s" required ${inline(style)}/>`;
}

function hiddenFields(query: unknown): string {
  if (!isMap(query)) return '';
  return Object.entries(query)
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeAttribute(name)}" value="${escapeAttribute(phpText(value))}" />`,
    )
    .join('');
}

/** A value as PHP writes it into a text. */
function phpText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'Array';
  if (typeof value === 'boolean') return value ? '1' : '';
  return String(value ?? '');
}

/** The properties of its text in the order of the block, which has a size of the theme both as a class and as itself. */
function fontPart(attributes: BlockAttributes, fluid: (size: string) => string): ReturnType<typeof partAttributes> {
  const { fontSize, ...own } = attributes;
  const name = textAttribute(fontSize);
  const { classes, declarations } = partAttributes(own, 'font', { fluid, naming: LITERAL });
  const order = (declaration: string) => FONT_ORDER.indexOf(declaration.slice(0, declaration.indexOf(':')));
  return {
    classes: [...(name === '' ? [] : [`has-${escapeAttribute(name)}-font-size`]), ...classes],
    declarations: declarations.sort((a, b) => order(a) - order(b)),
  };
}

const FONT_ORDER = [
  'font-size',
  'font-family',
  'letter-spacing',
  'font-weight',
  'font-style',
  'line-height',
  'text-transform',
  'text-decoration',
];

function button(attributes: BlockAttributes, position: string, { classes, style }: Part): string {
  if (position === 'no-button') return '';
  const usesIcon = attributes.buttonUseIcon === true;
  const visible = filterPostHtml(textAttribute(attributes.buttonText, 'Search'), 'wp7');
  const name = ['wp-block-search__button', ...classes, ...(usesIcon ? ['has-icon'] : []), 'wp-element-button'].join(
    ' ',
  );
  const inside = usesIcon ? ICON : visible;
  if (position !== 'button-only')
    return `<button aria-label="${attributeText(stripAllTags(textAttribute(attributes.buttonText, 'Search')))}" class="${name}" type="submit" ${inline(style)}>${inside}</button>`;
  return (
    `<button  aria-expanded="false"  class="${name}" data-wp-bind--aria-controls="state.ariaControls" ` +
    'data-wp-bind--aria-expanded="context.isSearchInputVisible" data-wp-bind--aria-label="state.ariaLabel" ' +
    `data-wp-bind--type="state.type" data-wp-on--click="actions.openSearchInput"  ${inline(style)}>${inside}</button>`
  );
}

/** Connects the form with the script that shows its field. */
function expandScript(id: string): string {
  const state = JSON.stringify({
    isSearchInputVisible: false,
    inputId: id,
    ariaLabelExpanded: 'Submit Search',
    ariaLabelCollapsed: 'Expand search field',
  });
  return [
    '',
    ' data-wp-interactive="core/search"',
    ` data-wp-context='${state}'`,
    ' data-wp-class--wp-block-search__searchfield-hidden="!context.isSearchInputVisible"',
    ' data-wp-on--keydown="actions.handleSearchKeydown"',
    ' data-wp-on--focusout="actions.handleSearchFocusout"',
    '',
  ].join('\n\t\t');
}

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
    const { logo, home, name } = context.site.blocks;
    const attachment = logo > 0 ? context.attachments.get(logo) : undefined;
    if (!attachment) return '';
    const { width, isLink = true } = block.attributes;
    const image = attachmentImage(attachment, 'full', context, {
      class: 'custom-logo',
      // Without a text of its own, the logo stands for the name of the site.
      ...(attachment.alt === '' && { alt: name }),
    });
    if (image === '') return '';
    const inside = isLink
      ? `<a href="${escapeUrl(`${home}/`)}" class="custom-logo-link" rel="home">${image}</a>`
      : image;
    return `<div ${wrapperAttributes(block, { classes: [width === undefined && 'is-default-size'] })}>${inside}</div>`;
  },

  avatar: (block, { context, post, comment }) => {
    const { userId, size, isLink, linkTarget = '_self' } = block.attributes;
    const user = comment
      ? { name: comment.author, email: comment.email, link: comment.website }
      : typeof userId === 'number'
        ? context.blockData.get({ kind: 'user', id: userId })
        : postOf(post, context)?.author;
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
    const inside =
      isLink && user.link !== ''
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

/** The number in the name of a heading's element, which need not be one that HTML has. */
export function headingLevel(value: unknown, fallback: number): number {
  const level = Math.trunc(numeric(value) ?? NaN);
  return Number.isSafeInteger(level) ? level : fallback;
}

/** The class of a block that sets its own text alignment. */
export function aligned({ attributes: { textAlign } }: Pick<Block, 'attributes'>): { classes: string[] } {
  return { classes: typeof textAlign === 'string' ? [`has-text-align-${textAlign}`] : [] };
}
