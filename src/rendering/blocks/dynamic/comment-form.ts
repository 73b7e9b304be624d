import { escapeUrl } from '../../../text/urls.js';
import { type BlockPost, type CommentFormRules } from '../../block-data.js';
import { type Block, type BlockScope } from '../block-scope.js';
import { aligned } from './site-blocks.js';
import { linkColorClass, wrapperAttributes } from './wrapper.js';

const STAR = '<span class="required">*</span>';
export const REQUIRED_FIELDS = `<span class="required-field-message">Required fields are marked ${STAR}</span>`;
const COMMENT_FIELD =
  `<p class="comment-form-comment"><label for="comment">Comment ${STAR}</label> ` +
  '<textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>';

type NamedBlock = Pick<Block, 'name' | 'attributes'>;

interface CommentForm {
  siteUrl: string;
  /** ID of the entry. */
  post: number;
  isThreaded: boolean;
  /** The path that a reply is cancelled at. */
  cancelPath: string;
  /** HTML before and after the text of the comment. */
  notes: string;
  fields: string;
}

/** The form below an entry, in its block. */
export function commentForm(block: NamedBlock, form: CommentForm): string {
  const { siteUrl, post, notes, fields } = form;
  return respond(
    block,
    form,
    `<form action="${escapeUrl(`${siteUrl}/wp-comments-post.php`)}" method="post" id="commentform" class="comment-form">${notes}${COMMENT_FIELD}${fields}` +
      '<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="wp-block-button__link wp-element-button" value="Post Comment" /> ' +
      `<input type='hidden' name='comment_post_ID' value='${post}' id='comment_post_ID' />\n` +
      "<input type='hidden' name='comment_parent' id='comment_parent' value='0' />\n</p></form>",
  );
}

/** The block for visitors: the form, or where only members comment, the link to sign in. */
export function visitorsCommentForm(block: Block, post: BlockPost, { context }: BlockScope): string {
  if (post.isLocked || !post.commentsOpen) return '';
  const { url: siteUrl, blocks } = context.site;
  const rules = blocks.commentForm;
  const form = {
    siteUrl,
    post: post.id,
    isThreaded: rules.isThreaded,
    cancelPath: new URL(post.link).pathname,
  };
  if (rules.membersOnly) {
    const url = escapeUrl(`${siteUrl}/wp-login.php?redirect_to=${encodeURIComponent(post.link)}`);
    return respond(
      block,
      form,
      `<p class="must-log-in">You must be <a href="${url}">logged in</a> to post a comment.</p>`,
    );
  }
  const notes = `<p class="comment-notes"><span id="email-notes">Your email address will not be published.</span> ${REQUIRED_FIELDS}</p>`;
  return commentForm(block, { ...form, notes, fields: visitorFields(rules) });
}

function respond(
  block: NamedBlock,
  { isThreaded, cancelPath }: Pick<CommentForm, 'isThreaded' | 'cancelPath'>,
  inside: string,
): string {
  const classes = ['comment-respond', ...aligned(block).classes, linkColorClass(block)];
  const cancel = `<small><a rel="nofollow" id="cancel-comment-reply-link" href="${escapeUrl(`${cancelPath}#respond`)}" style="display:none;">Cancel reply</a></small>`;
  return (
    `\t<div id="respond" ${wrapperAttributes(block, { classes })}>\n` +
    `\t\t<h3 id="reply-title" class="comment-reply-title">Leave a Reply${isThreaded ? ` ${cancel}` : ''}</h3>${inside}\t</div><!-- #respond -->\n\t`
  );
}

function visitorFields({ requiresName, offersCookies }: CommentFormRules): string {
  const star = requiresName ? ` ${STAR}` : '';
  const required = requiresName ? ' required' : '';
  const fields = [
    `<p class="comment-form-author"><label for="author">Name${star}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name"${required} /></p>`,
    `<p class="comment-form-email"><label for="email">Email${star}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email"${required} /></p>`,
    '<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>',
    offersCookies &&
      '<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Save my name, email, and website in this browser for the next time I comment.</label></p>',
  ];
  return fields.map((field) => (field ? `${field}\n` : '')).join('');
}
