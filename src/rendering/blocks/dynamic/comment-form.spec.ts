import { describe, expect, test } from '@jest/globals';
import { post, render, SITE } from '../../../../test/support/rendering/blocks.js';
import { type CommentFormRules } from '../../block-data.js';

const TEXT = '<textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>';
const STAR = '<span class="required">*</span>';

describe('the form for comments', () => {
  const form = (rules: Partial<CommentFormRules> = {}, own: Parameters<typeof post>[0] = {}) =>
    render(
      '<!-- wp:post-comments-form {"textAlign":"center"} /-->',
      { post: post({ id: 5, commentsOpen: true, ...own }) },
      { site: { ...SITE, blocks: { ...SITE.blocks, commentForm: { ...SITE.blocks.commentForm, ...rules } } } },
    );

  test('is that of visitors', () => {
    expect(form({ offersCookies: true })).toBe(
      '\t<div id="respond" class="comment-respond has-text-align-center wp-block-post-comments-form">\n' +
        '\t\t<h3 id="reply-title" class="comment-reply-title">Leave a Reply <small><a rel="nofollow" id="cancel-comment-reply-link" href="/title/#respond" style="display:none;">Cancel reply</a></small></h3>' +
        '<form action="http://site.example/wp-comments-post.php" method="post" id="commentform" class="comment-form">' +
        `<p class="comment-notes"><span id="email-notes">Your email address will not be published.</span> <span class="required-field-message">Required fields are marked ${STAR}</span></p>` +
        `<p class="comment-form-comment"><label for="comment">Comment ${STAR}</label> ${TEXT}` +
        `<p class="comment-form-author"><label for="author">Name ${STAR}</label> <input id="author" name="author" type="text" value="" size="30" maxlength="245" autocomplete="name" required /></p>\n` +
        `<p class="comment-form-email"><label for="email">Email ${STAR}</label> <input id="email" name="email" type="email" value="" size="30" maxlength="100" aria-describedby="email-notes" autocomplete="email" required /></p>\n` +
        '<p class="comment-form-url"><label for="url">Website</label> <input id="url" name="url" type="url" value="" size="30" maxlength="200" autocomplete="url" /></p>\n' +
        '<p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" type="checkbox" value="yes" /> <label for="wp-comment-cookies-consent">Save my name, email, and website in this browser for the next time I comment.</label></p>\n' +
        '<p class="form-submit wp-block-button"><input name="submit" type="submit" id="submit" class="wp-block-button__link wp-element-button" value="Post Comment" /> ' +
        `<input type='hidden' name='comment_post_ID' value='5' id='comment_post_ID' />\n<input type='hidden' name='comment_parent' id='comment_parent' value='0' />\n</p></form>\t</div><!-- #respond -->\n\t`,
    );
  });

  test('follows the rules of the site', () => {
    expect(form()).not.toContain('cookies');
    expect(form({ requiresName: false })).toContain('<label for="author">Name</label> <input id="author"');
    expect(form({ requiresName: false })).toContain('autocomplete="email" /></p>');
    expect(form({ isThreaded: false })).toContain('>Leave a Reply</h3>');
    expect(form({ membersOnly: true })).toContain(
      '</h3><p class="must-log-in">You must be <a href="http://site.example/wp-login.php?redirect_to=http%3A%2F%2Fs.test%2Ftitle%2F">logged in</a> to post a comment.</p>\t</div>',
    );
  });

  test('is left out where comments are closed or the entry is protected', () => {
    expect(form({}, { commentsOpen: false })).toBe('');
    expect(form({}, { isLocked: true })).toBe('');
  });
});
