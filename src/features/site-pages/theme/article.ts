import { type Texts } from '../../../site/index.js';
import { renderCard } from './archive.js';
import { html, type Html, url } from './html.js';
import { links, picture, WIDE_WIDTH } from './page.js';
import { type Article, type Author, type Card, type Link } from './views.js';

export interface Relations {
  readonly notice?: string;
  readonly previous?: Link;
  readonly next?: Link;
  readonly related: readonly Card[];
  readonly comments?: Html;
}

export function renderArticle(
  article: Article,
  { notice, previous, next, related, comments }: Relations,
  t: Texts,
): Html {
  const { title, image, content, tags, author } = article;
  return html`<article>
      <header class="narrow article-header">
        ${notice !== undefined && html`<p class="notice" role="note">${notice}</p>`}${breadcrumbs(article, t)}
        <h1>${title}</h1>
        ${article.ownExcerpt && html`<p class="dek">${article.ownExcerpt}</p>`} ${byline(article, t)}
      </header>
      ${image && html`<figure class="featured">${picture(image, WIDE_WIDTH, 'first')}</figure>`}
      <div class="entry" dir="auto">${content}</div>
      <footer class="narrow">
        ${
          tags.length > 0 &&
          html`<ul class="tags" aria-label="${t.article.tags}">
            ${tags.map((tag) => html`<li><a rel="tag" href="${url(tag.url)}">${tag.title}</a></li>`)}
          </ul>`
        }
        ${
          author &&
          author.description !== '' &&
          html`<aside class="about-author">
            ${portrait(author)}
            <div>
              <a rel="author" href="${url(author.url)}"><b>${author.title}</b></a>
              <p>${author.description}</p>
            </div>
          </aside>`
        }
        ${neighbours(previous, next, t)}
      </footer>
    </article>
    ${
      related.length > 0 &&
      html`<section class="wrap related" aria-labelledby="related">
        <h2 id="related">${t.article.related}</h2>
        <ul class="cards">
          ${related.map((card) => html`<li>${renderCard({ ...card, excerpt: html`` }, { heading: 'h3' })}</li>`)}
        </ul>
      </section>`
    }
    ${comments && html`<div class="narrow">${comments}</div>`}`;
}

function breadcrumbs({ categories, parents }: Article, t: Texts): Html | undefined {
  if (parents.length > 0)
    return html`<nav class="breadcrumbs" aria-label="${t.article.breadcrumbs}">${links(parents, ' › ')}</nav>`;
  return categories.length > 0 ? html`<p class="kicker">${links(categories)}</p>` : undefined;
}

function byline({ author, date, minutes }: Article, t: Texts): Html | undefined {
  if (!date) return undefined;
  const name =
    author &&
    html`<a rel="author" href="${url(author.url)}"><b>${author.title}</b></a
      ><br />`;
  return html`<div class="byline meta">
    ${author && portrait(author)}
    <div>${name}<time datetime="${date.iso}">${date.text}</time> · ${t.article.minutes({ count: minutes })}</div>
  </div>`;
}

/** Next to the name, so the picture needs no alternative text. */
export function portrait({ title, picture: image }: Pick<Author, 'title' | 'picture'>): Html {
  if (!image) return initial(title);
  return html`<img class="initial" src="${url(image.url)}" alt="" width="${image.width}" height="${image.height}" />`;
}

/** Stands for a picture: no visitor is sent to another host for one. */
export function initial(name: string): Html {
  return html`<span class="initial" aria-hidden="true">${[...name.trim()][0]?.toUpperCase() ?? '?'}</span>`;
}

function neighbours(previous: Link | undefined, next: Link | undefined, t: Texts): Html | undefined {
  if (!previous && !next) return undefined;
  return html`<nav class="neighbours" aria-label="${t.article.neighbours}">
    ${previous && html`<a rel="prev" href="${url(previous.url)}"><small>${t.article.previous}</small>${previous.title}</a>`}${next && html`<a class="next" rel="next" href="${url(next.url)}"><small>${t.article.next}</small>${next.title}</a>`}
  </nav>`;
}

/** Asks for the password of a protected post, as WordPress's own form does. */
export function renderPasswordForm(siteUrl: string, id: number, { protected: t }: Texts): Html {
  return html`<form class="fields" action="${url(`${siteUrl}/wp-login.php?action=postpass`)}" method="post">
    <p>${t.question}</p>
    <p>
      <label for="pwbox-${id}">${t.password}</label
      ><input id="pwbox-${id}" name="post_password" type="password" autocomplete="off" required />
    </p>
    <p><input type="hidden" name="post_id" value="${id}" /><button type="submit">${t.open}</button></p>
  </form>`;
}
