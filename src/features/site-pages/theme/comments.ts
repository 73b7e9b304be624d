import { type Texts } from '../../../site/index.js';
import { escapeTextarea } from '../../../text/index.js';
import { initial } from './article.js';
import { html, type Html, raw, url } from './html.js';
import { type CommentForm, type CommentsView, type CommentView } from './views.js';

/** Replies below this depth stay at it, so that they do not become too narrow to read. */
const MAX_DEPTH = 4;

export function renderComments(
  { total, threads, form, notice }: CommentsView,
  { comments: t }: Texts,
): Html | undefined {
  if (total === 0 && !form && notice === undefined) return undefined;
  return html`<section class="comments" aria-labelledby="comments">
    <h2 id="comments">${t.count({ count: total })}</h2>
    ${notice !== undefined && html`<p class="notice" role="status" id="comment-notice">${notice}</p>`}
    ${
      threads.length > 0 &&
      html`<ol>
        ${threads.map((thread) => renderThread(thread, 1, t))}
      </ol>`
    }
    ${form && renderForm(form, t)}
  </section>`;
}

type CommentTexts = Texts['comments'];

function renderThread(comment: CommentView, depth: number, t: CommentTexts): Html {
  const replies = comment.replies.map((reply) => renderThread(reply, depth + 1, t));
  if (depth >= MAX_DEPTH)
    return html`<li>${renderComment(comment, t)}</li>
      ${replies}`;
  return html`<li>
    ${renderComment(comment, t)}${
      replies.length > 0 &&
      html`<ol>
        ${replies}
      </ol>`
    }
  </li> `;
}

function renderComment({ id, author, authorUrl, date, content, replyUrl }: CommentView, t: CommentTexts): Html {
  const name = url(authorUrl);
  const shown =
    name.markup === '' ? html`${author}` : html`<a href="${name}" rel="ugc nofollow external">${author}</a>`;
  return html`<article class="comment" id="comment-${id}">
    ${initial(author)}
    <header class="meta">
      <b>${shown}</b><br /><a href="#comment-${id}"><time datetime="${date.iso}">${date.text}</time></a>
    </header>
    <div class="text" dir="auto">
      ${content}${replyUrl !== '' && html`<p class="reply"><a rel="nofollow" href="${url(replyUrl)}" aria-label="${t.replyTo({ author })}">${t.reply}</a></p>`}
    </div>
  </article>`;
}

function renderForm({ post, action, replyTo, requiresName, values, error }: CommentForm, t: CommentTexts): Html {
  const labelOf = (label: string) => (requiresName ? t.required({ label }) : label);
  const required = requiresName && raw(' required');
  const heading = replyTo ? t.replyTo({ author: replyTo.author }) : t.leave;
  const fields = html`<div class="two">
      <p>
        <label for="author">${labelOf(t.name)}</label
        ><input id="author" name="author" value="${values.author}" maxlength="245" autocomplete="name" ${required} />
      </p>
      <p>
        <label for="email">${t.notPublished({ label: labelOf(t.email) })}</label
        ><input
          id="email"
          name="email"
          type="email"
          value="${values.email}"
          maxlength="100"
          autocomplete="email"
          ${required}
        />
      </p>
    </div>
    <p>
      <label for="url">${t.website}</label
      ><input id="url" name="url" type="url" value="${values.url}" maxlength="200" autocomplete="url" />
    </p>`;
  return html`<form class="fields" method="post" action="${url(action)}" id="commentform">
    <h2 id="respond">${heading}</h2>
    ${replyTo && html`<p><a rel="nofollow" href="${url(replyTo.cancelUrl)}">${t.cancelReply}</a></p>`}
    ${error !== undefined && html`<p class="notice" role="alert">${error}</p>`}
    <p>
      <label for="comment">${t.text}</label
      ><textarea id="comment" name="comment" dir="auto" rows="6" maxlength="65525" required>
${raw(escapeTextarea(values.comment))}</textarea>
    </p>
    ${fields}
    <p class="trap" aria-hidden="true">
      <label for="subject">${t.trap}</label><input id="subject" name="subject" tabindex="-1" autocomplete="off" />
    </p>
    <p>
      <input type="hidden" name="comment_post_ID" value="${post}" /><input
        type="hidden"
        name="comment_parent"
        value="${replyTo?.id ?? 0}"
      /><button type="submit">${t.send}</button>
    </p>
  </form>`;
}
