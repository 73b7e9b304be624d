import { parseDate } from '../../../text/dates.js';
import { escapeAttribute, escapeHtml } from '../../../text/escape.js';
import { convertChars, texturize } from '../../../text/texturize.js';
import { escapeUrl } from '../../../text/urls.js';
import { textAttribute } from '../block.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { type BlockComment, type ThreadComment } from '../../block-data.js';
import { shownTime } from './list-blocks.js';
import { aligned } from './site-blocks.js';
import { linkColorClass, templateItem, wrapperAttributes } from './wrapper.js';

/** Renders a block about the comment of the list around; nothing outside of one. */
const ofComment =
  (render: (block: Block, comment: ThreadComment, scope: BlockScope) => string): BlockRenderer =>
  (block, scope) =>
    scope.comment ? render(block, scope.comment, scope) : '';

const MAX_DEPTH = 50;

/** The comments of a post with a template for each, and the parts of one. */
export const COMMENT_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'comment-template': (block, scope) => {
    const { context, post } = scope;
    const comments = context.blockData.get({ kind: 'thread', post: post?.id ?? context.post.id }) ?? [];
    if (comments.length === 0) return '';
    const numbers = { comments: 0, threads: 0 };
    return `<ol ${wrapperAttributes(block)}>${items(comments, block, scope, numbers, 1)}</ol>`;
  },

  'comment-author-name': ofComment((block, comment, { context }) => {
    const { isLink = true, linkTarget } = block.attributes;
    const name = authorName(comment, context);
    const target = escapeAttribute(textAttribute(linkTarget, '_self'));
    const text =
      isLink === false || comment.website === ''
        ? name
        : `<a rel="external nofollow ugc" href="${escapeUrl(comment.website, 'wp7')}" target="${target}" >${name}</a>`;
    return `<div ${wrapperAttributes(block, withLinks(block))}>${text}</div>`;
  }),

  'comment-date': ofComment((block, { date, dateIso, link }, { context }) => {
    const { format, isLink = true } = block.attributes;
    // WordPress takes the time of the site for UTC where it says how long ago a comment was.
    const visible = shownTime({ date, seconds: parseDate(date) ?? 0, format, isPast: true }, { context });
    const text = isLink === false ? visible : `<a href="${escapeUrl(link)}">${visible}</a>`;
    return `<div ${wrapperAttributes(block, { classes: [linkColorClass(block)] })}><time datetime="${dateIso}">${text}</time></div>`;
  }),

  'comment-content': ofComment((block, { text }, { context, pipelines }) => {
    const html = pipelines.comment(text, context, true);
    return `<div ${wrapperAttributes(block, withLinks(block))}>${html}</div>`;
  }),

  'comment-reply-link': ofComment((block, comment, { context }) => {
    const { id, post, postLink, author, canReply } = comment;
    if (!canReply) return '';
    const url = `${escapeUrl(postLink)}${postLink.includes('?') ? '&#038;' : '?'}replytocom=${id}#respond`;
    const label = escapeAttribute(`Reply to ${author}`);
    const link =
      `<a rel="nofollow" class="comment-reply-link" href="${url}" data-commentid="${id}" data-postid="${post}" ` +
      `data-belowelement="comment-${id}" data-respondelement="respond" data-replyto="${label}" aria-label="${label}">Reply</a>`;
    return context.budget.spend({ html: link.length })
      ? `<div ${wrapperAttributes(block, withLinks(block))}>${link}</div>`
      : '';
  }),

  // Only those who may edit a comment have a link to do so.
  'comment-edit-link': () => '',

  // All comments are on one page.
  'comments-pagination': () => '',
  'comments-pagination-next': () => '',
  'comments-pagination-numbers': () => '',
  'comments-pagination-previous': () => '',
};

function withLinks(block: Block): { classes: (string | false)[] } {
  return { classes: [...aligned(block).classes, linkColorClass(block)] };
}

function authorName({ author }: Pick<BlockComment, 'author'>, { shortcodes }: BlockScope['context']): string {
  return escapeHtml(convertChars(texturize(author, shortcodes)));
}

/** Every other comment, and every other thread, has classes of its own. */
function items(
  comments: readonly ThreadComment[],
  block: Block,
  scope: BlockScope,
  numbers: { comments: number; threads: number },
  depth: number,
): string {
  return comments
    .map((comment) => {
      const alternates = numbers.comments++ % 2 === 1 ? ['odd', 'alt'] : ['even'];
      const threads = depth === 1 ? (numbers.threads++ % 2 === 1 ? ['thread-odd', 'thread-alt'] : ['thread-even']) : [];
      const classes = ['comment', ...comment.classes, ...alternates, ...threads, `depth-${depth}`];
      const inner = scope.context.budget.renderItem(() => templateItem(block, { ...scope, comment }));
      const replies =
        comment.replies.length === 0 || depth >= MAX_DEPTH
          ? ''
          : `<ol>${items(comment.replies, block, scope, numbers, depth + 1)}</ol>`;
      return `<li id="comment-${comment.id}" class="${escapeAttribute(classes.join(' '))}">${inner}${replies}</li>`;
    })
    .join('');
}
