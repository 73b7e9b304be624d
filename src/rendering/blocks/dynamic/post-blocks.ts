import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { dateFromGmt } from '../../../text/dates.js';
import { trimWords } from '../../../text/strip-tags.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { escapeUrl } from '../../../text/urls.js';
import { attachmentImage } from '../../media/attachment-image.js';
import { type BlockAttributes, filledText, member, textAttribute } from '../block.js';
import { isMap } from '../../../text/php/php-values.js';
import { avatarImage } from './avatar.js';
import { breadcrumbs } from './breadcrumbs.js';
import { visitorsCommentForm } from './comment-form.js';
import { shownTime } from './list-blocks.js';
import { type BlockPost, type BlockSite } from '../../block-data.js';
import { contentInLoop } from '../../page-parts.js';
import { type Block, type BlockRenderer, type BlockScope, postOf } from '../block-scope.js';
import { lengthText } from './reading-time.js';
import { aligned, headingLevel } from './site-blocks.js';
import { declaration, linkColorClass, partAttributes, partStyle, wrapperAttributes } from './wrapper.js';

/** The featured image of a post, in the size, the ratio and with the overlay of the block. */
function featuredImageBlock(block: Block, post: BlockPost, { context }: BlockScope): string {
  const { attributes } = block;
  const attachment = post.featured > 0 ? context.attachments.get(post.featured) : undefined;
  const size = textAttribute(attributes.sizeSlug) || 'post-thumbnail';
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
  return `<figure ${wrapperAttributes(block)}>${linked(block, post, inside)}</figure>`;
}

function imageStyle(attributes: BlockAttributes): string {
  const { aspectRatio, width, height, scale, style } = attributes;
  const ratio = textAttribute(aspectRatio);
  // Of a value that is not allowed, the semicolon stays.
  const allowed = (property: string, value: unknown) => declaration(property, value)[0] ?? '';
  const declarations = [
    ...(ratio === '' ? [] : [...(ratio === 'auto' ? [] : [allowed('aspect-ratio', ratio)]), 'width:100%']),
    ...(textAttribute(height) === ''
      ? textAttribute(width) === ''
        ? []
        : ['height:auto']
      : [allowed('height', height)]),
    ...(textAttribute(width) === '' ? [] : [allowed('width', width)]),
    allowed('object-fit', textAttribute(scale) || 'cover'),
    ...declaration('box-shadow', member(style, 'shadow')),
  ];
  return `${partStyle(attributes, 'border')}${declarations.map((declaration) => `${declaration};`).join('')}`;
}

/** A colour over the image. */
function overlay(attributes: BlockAttributes): string {
  const { dimRatio, overlayColor, customOverlayColor, gradient, customGradient } = attributes;
  const hasGradient = Boolean(gradient) || Boolean(customGradient);
  if (!dimRatio || typeof dimRatio !== 'number') return '';
  const border = partAttributes(attributes, 'border').classes;
  const classes = [
    'wp-block-post-featured-image__overlay',
    ...border,
    'has-background-dim',
    `has-background-dim-${dimRatio}`,
    ...(overlayColor ? [`has-${textAttribute(overlayColor)}-background-color`] : []),
    ...(hasGradient ? ['has-background-gradient'] : []),
    ...(gradient ? [`has-${textAttribute(gradient)}-gradient-background`] : []),
  ];
  const styles = [
    ...declaration('background-image', customGradient),
    ...declaration('background-color', customOverlayColor),
  ].map((declaration) => declaration.replace(':', ': '));
  const style = partStyle(attributes, 'border') + styles.join(';');
  return `<span class="${escapeAttribute(classes.join(' '))}" style="${escapeAttribute(style)}" aria-hidden="true"></span>`;
}

/** Renders a block about a post; nothing without a post. */
const ofPost =
  (render: (block: Block, post: BlockPost, scope: BlockScope) => string): BlockRenderer =>
  (block, scope) => {
    const post = postOf(scope.post, scope.context);
    return post ? render(block, post, scope) : '';
  };

const target = ({ attributes }: Block) => escapeAttribute(textAttribute(attributes.linkTarget, '_self'));

function linked(block: Block, post: BlockPost, inside: string): string {
  if (block.attributes.isLink !== true) return inside;
  const rel = textAttribute(block.attributes.rel);
  const relation = rel === '' ? '' : `rel="${escapeAttribute(rel)}"`;
  return `<a href="${escapeUrl(post.link)}" target="${target(block)}" ${relation}>${inside}</a>`;
}

/** Classes of a block with its own alignment and colour of links. */
function withLinks(block: Block): { classes: (string | false)[] } {
  return { classes: [...aligned(block).classes, linkColorClass(block)] };
}

/** The date of the post that a block shows; undefined if it has one of its own. */
function postDateField(attributes: Block['attributes']): 'date' | 'modified' | undefined {
  const args = member(attributes, 'metadata', 'bindings', 'datetime', 'args');
  const bound = member(args, 'field') ?? member(args, 'key');
  if (bound === 'date' || bound === 'modified') return bound;
  if (attributes.displayType === 'modified') return 'modified';
  return typeof attributes.datetime === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/.test(attributes.datetime)
    ? undefined
    : 'date';
}

/** Seconds since 1970 of a date that is in UTC unless it has an offset. */
function secondsOf(date: string): number {
  return Math.floor(Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(date) ? date : `${date}Z`) / 1000);
}

function siteDate(date: string, { zone }: BlockSite): string {
  const seconds = secondsOf(date);
  const gmt = Number.isNaN(seconds) ? date : new Date(seconds * 1000).toISOString();
  return dateFromGmt(gmt.slice(0, 19).replace('T', ' '), zone);
}

/** Blocks that show parts of one post. */
export const POST_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'post-title': ofPost((block, post) => {
    if (post.title === '') return '';
    const { level = 2 } = block.attributes;
    const tag = level === 0 ? 'p' : `h${headingLevel(level, 2)}`;
    return `<${tag} ${wrapperAttributes(block, withLinks(block))}>${linked(block, post, post.title)}</${tag}>`;
  }),

  'post-date': ofPost((block, post, { context }) => {
    const { attributes } = block;
    const field = postDateField(attributes);
    // Only a date of the block itself is shown for protected posts.
    if (field !== undefined && post.isLocked) return '';
    const isModified = attributes.displayType === 'modified';
    if (field === 'modified' && post.modified <= post.date) return '';
    const { blocks } = context.site;
    const own = field === undefined ? String(attributes.datetime) : '';
    const [iso, date] =
      field === 'modified'
        ? [post.modifiedIso, post.modified]
        : own === ''
          ? [post.dateIso, post.date]
          : [own, siteDate(own, blocks)];
    const seconds = secondsOf(iso) || 0;
    const text = escapeHtml(shownTime({ date, seconds, format: attributes.format }, { context }));
    const visible = `<time datetime="${escapeAttribute(iso)}">${text}</time>`;
    const inside = attributes.isLink === true ? `<a href="${escapeUrl(post.link)}">${visible}</a>` : visible;
    const classes = [...withLinks(block).classes, isModified && 'wp-block-post-date__modified-date'];
    return `<div ${wrapperAttributes(block, { classes })}>${inside}</div>`;
  }),

  'post-author-name': ofPost((block, { author }) => {
    if (!author) return '';
    const name = escapeHtml(author.name);
    const text =
      block.attributes.isLink === true
        ? `<a href="${escapeUrl(author.link)}" target="${target(block)}" class="wp-block-post-author-name__link">${name}</a>`
        : name;
    return `<div ${wrapperAttributes(block, withLinks(block))}>${text}</div>`;
  }),

  'post-author-biography': ofPost((block, { author }) =>
    author && author.description !== ''
      ? `<div ${wrapperAttributes(block, aligned(block))}>${author.description}</div>`
      : '',
  ),

  'post-author': ofPost((block, { author }, { context }) => {
    if (!author) return '';
    const { avatarSize, showAvatar = true, showBio, byline, isLink } = block.attributes;
    const size = typeof avatarSize === 'number' ? avatarSize : 48;
    const avatar = showAvatar === false || size === 0 ? '' : avatarImage({ email: author.email, size }, context);
    const name = escapeHtml(author.name);
    const visible =
      isLink === true ? `<a href="${escapeUrl(author.link)}" target="${target(block)}">${name}</a>` : name;
    return (
      `<div ${wrapperAttributes(block, withLinks(block))}>` +
      (showAvatar === false || !context.site.blocks.showsAvatars
        ? ''
        : `<div class="wp-block-post-author__avatar">${avatar}</div>`) +
      '<div class="wp-block-post-author__content">' +
      (typeof byline === 'string' && byline !== '' ? `<p class="wp-block-post-author__byline">${byline}</p>` : '') +
      `<p class="wp-block-post-author__name">${visible}</p>` +
      (showBio === true ? `<p class="wp-block-post-author__bio">${author.description}</p>` : '') +
      '</div></div>'
    );
  }),

  'post-excerpt': ofPost((block, post, { context, pipelines }) => {
    const { moreText, showMoreOnNewLine = true, excerptLength } = block.attributes;
    const length = typeof excerptLength === 'number' ? excerptLength : 55;
    const excerpt = trimWords(pipelines.excerpt(post, context), length);
    const more =
      filledText(moreText) === ''
        ? ''
        : `<a class="wp-block-post-excerpt__more-link" href="${escapeUrl(post.link)}">${filterPostHtml(filledText(moreText), 'wp7')}</a>`;
    const open = `<div ${wrapperAttributes(block, withLinks(block))}><p class="wp-block-post-excerpt__excerpt">${excerpt}`;
    return more !== '' && showMoreOnNewLine !== false
      ? `${open}</p><p class="wp-block-post-excerpt__more-text">${more}</p></div>`
      : `${open} ${more}</p></div>`;
  }),

  'post-terms': ofPost((block, post) => {
    const { term, separator = ', ', prefix, suffix } = block.attributes;
    const terms = typeof term === 'string' ? post.terms.filter(({ taxonomy }) => taxonomy === term) : [];
    if (terms.length === 0) return '';
    const part = (name: string, value: unknown) =>
      filledText(value) === '' ? '' : `<span class="wp-block-post-terms__${name}">${filledText(value)}</span>`;
    const links = terms.map(({ link, name }) => `<a href="${escapeUrl(link)}" rel="tag">${name}</a>`);
    const between = `<span class="wp-block-post-terms__separator">${escapeHtml(String(separator))}</span>`;
    const classes = [`taxonomy-${String(term)}`, ...withLinks(block).classes];
    return `<div ${wrapperAttributes(block, { classes })}>${part('prefix', prefix)}${links.join(between)}${part('suffix', suffix)}</div>`;
  }),

  'post-content': ofPost((block, post, { context, pipelines }) => {
    const content = pipelines.content(post, context, contentInLoop(post));
    return content === '' ? '' : `<div ${wrapperAttributes(block, { classes: ['entry-content'] })}>${content}</div>`;
  }),

  'read-more': ofPost((block, post) => {
    const { content } = block.attributes;
    const text = typeof content === 'string' && content !== '' ? content : 'Read more';
    const title = post.title === '' ? `untitled post ${post.id}` : post.title;
    return `<a ${wrapperAttributes(block)} href="${escapeUrl(post.link)}" target="${target(block)}">${filterPostHtml(text, 'wp7')}<span class="screen-reader-text">: ${title}</span></a>`;
  }),

  'post-comments-count': ofPost(
    (block, post) => `<div ${wrapperAttributes(block, aligned(block))}>${post.commentCount}</div>`,
  ),

  'post-comments-link': ofPost((block, post) => {
    if (post.isLocked) return '';
    const { commentCount: count } = post;
    const text = count === 0 ? 'No comments' : count === 1 ? '1 comment' : `${count} comments`;
    const address = `${escapeUrl(post.link)}#${count === 0 ? 'respond' : 'comments'}`;
    return `<div ${wrapperAttributes(block, withLinks(block))}><a href=${address}>${text}<span class="screen-reader-text"> on ${post.title}</span></a></div>`;
  }),

  'post-time-to-read': ofPost((block, post) => {
    return `<div ${wrapperAttributes(block, aligned(block))}>${lengthText(post, block.attributes)}</div>`;
  }),

  'comments-title': ofPost((block, post) => {
    if (post.commentCount === 0 || post.isLocked) return '';
    const { level, showPostTitle, showCommentsCount } = block.attributes;
    const tag = `h${headingLevel(level, 2)}`;
    const counted = post.commentCount === 1 ? 'One response' : `${post.commentCount} responses`;
    const plain = post.commentCount === 1 ? 'Response' : 'Responses';
    const responses = showCommentsCount === false ? plain : counted;
    const title = showPostTitle === false ? '' : ` to &#8220;${post.title}&#8221;`;
    return `<${tag} id="comments" ${wrapperAttributes(block, aligned(block))}>${responses}${title}</${tag}>`;
  }),

  comments: ofPost((block, post) =>
    post.isLocked || (!post.commentsOpen && post.commentCount === 0) ? '' : block.inner(),
  ),

  'post-comments-form': ofPost(visitorsCommentForm),

  'post-featured-image': ofPost(featuredImageBlock),

  breadcrumbs: ofPost(breadcrumbs),

  footnotes(block, { context }) {
    const stored = context.boundMeta.get('footnotes') ?? '';
    return context.budget.spend({ text: stored.length }) ? footnotes(block, stored) : '';
  },
};

function footnotes(block: Block, stored: string): string {
  const notes = parsedNotes(stored);
  if (notes.length === 0) return '';
  const items = notes.map(
    ({ id, content }, index) =>
      `<li id="${id}">${content} <a href="#${id}-link" aria-label="Jump to footnote reference ${index + 1}">↩︎</a></li>`,
  );
  return `<ol ${wrapperAttributes(block)}>${items.join('')}</ol>`;
}

function parsedNotes(stored: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(stored);
    if (!Array.isArray(notes)) return [];
    return notes.filter(isMap).map(({ id, content }) => ({
      id: escapeAttribute(typeof id === 'string' ? id : ''),
      content: typeof content === 'string' ? content : '',
    }));
  } catch {
    return [];
  }
}
