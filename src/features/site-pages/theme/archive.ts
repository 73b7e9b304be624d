import { type Texts } from '../../../site/index.js';
import { around, html, type Html, raw, url } from './html.js';
import { COLUMN_WIDTH, links, picture, type PictureLoading, searchForm } from './page.js';
import { type Card, type Link, type Paging, type Picture } from './views.js';

/** Index of the last card that may be in the first screen of a desktop. */
const MAX_EARLY = 2;

export interface ArchiveView {
  /** Empty on the front page. */
  readonly heading: Html;
  /** What the heading names: a category, an author, a month. */
  readonly label?: string;
  readonly description?: Html;
  /** Picture of the author whose posts these are. */
  readonly picture?: Picture;
  readonly cards: readonly Card[];
  readonly paging: Paging;
  /** Whether the first post of the front page is large. */
  readonly hasLead?: boolean;
}

export function renderArchive(
  { heading, label, description, cards, paging, picture: image, hasLead = true }: ArchiveView,
  t: Texts,
): Html {
  const isFront = heading.markup === '';
  const intro = isFront
    ? html`<h1 class="screen-reader-text">${t.archive.posts}</h1>`
    : html`<header class="archive-header">
        ${image && html`<img class="initial" src="${url(image.url)}" alt="" width="${image.width}" height="${image.height}" />`}
        ${label !== undefined && html`<p class="kicker">${label}</p>`}
        <h1>${heading}</h1>
        ${description && html`<p>${description}</p>`}
      </header>`;
  const firstPicture = cards.findIndex((card) => card.image !== undefined);
  const items = cards.map((card, index) => {
    const isLead = hasLead && isFront && index === 0 && paging.page === 1;
    const loading = index === firstPicture ? 'first' : index <= MAX_EARLY ? 'early' : 'lazy';
    return html`<li${isLead && raw(' class="lead"')}>${renderCard(card, { isLead, loading })}</li>\n`;
  });
  return html`<div class="wrap">
    ${intro}
    ${
      items.length === 0
        ? html`<p>${t.archive.empty}</p>`
        : html`<ul class="cards">
            ${items}
          </ul>`
    }
    ${renderPaging(paging, t)}
  </div>`;
}

export function renderCard(
  card: Card,
  {
    isLead = false,
    loading = 'lazy',
    heading = 'h2',
  }: { isLead?: boolean; loading?: PictureLoading; heading?: string },
): Html {
  const { title, image, categories, excerpt, author, date } = card;
  const tag = raw(heading);
  const name = title.markup === '' ? html`${date.text}` : title;
  const sizes = isLead
    ? `(min-width: 71rem) 38rem, (min-width: 48rem) 55vw, ${COLUMN_WIDTH}`
    : `(min-width: 71rem) 21rem, (min-width: 44rem) 45vw, ${COLUMN_WIDTH}`;
  const shown =
    image &&
    html`<a class="picture" href="${url(card.url)}" tabindex="-1" aria-hidden="true"
      >${picture(image, sizes, loading)}</a
    >`;
  return html`<article class="card${!image && ' plain'}">${shown}<div class="body">
${categories.length > 0 && html`<p class="kicker">${links(categories)}</p>`}
<${tag}><a href="${url(card.url)}">${name}</a></${tag}>
${excerpt.markup !== '' && html`<p class="excerpt">${excerpt}</p>`}
<p class="meta">${author && html`<a href="${url(author.url)}">${author.title}</a> · `}<time datetime="${date.iso}">${date.text}</time></p>
</div></article>`;
}

/** Links to the first, the last and the surrounding pages. */
function renderPaging({ page, pages, urlOf }: Paging, { archive: t }: Texts): Html | undefined {
  if (pages < 2) return undefined;
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  const items = numbers.map((number, index) => {
    const gap = index > 0 && number - numbers[index - 1]! > 1 && html`<span aria-hidden="true">…</span>`;
    if (number === page) return html`${gap}<span aria-current="page">${number}</span>`;
    return html`${gap}<a href="${url(urlOf(number))}">${number}</a>`;
  });
  return html`<nav class="pages" aria-label="${t.pages}">
    ${page > 1 && html`<a rel="prev" href="${url(urlOf(page - 1))}">${t.newer}</a>`}${items}${page < pages && html`<a rel="next" href="${url(urlOf(page + 1))}">${t.older}</a>`}
  </nav>`;
}

export interface SearchView {
  readonly home: string;
  readonly words: string;
  readonly total: number;
  readonly results: readonly Pick<Card, 'title' | 'url' | 'date' | 'excerpt'>[];
  readonly paging: Paging;
}

export function renderSearch({ home, words, total, results, paging }: SearchView, t: Texts): Html {
  const found = around((text) => t.search.found({ count: total, words: text }), html`<b>${words}</b>`);
  const items = results.map(
    ({ title, url: link, date, excerpt }) =>
      html`<li>
        <h2><a href="${url(link)}">${title}</a></h2>
        <p>${excerpt}</p>
        <p class="meta"><time datetime="${date.iso}">${date.text}</time></p>
      </li> `,
  );
  return html`<div class="narrow">
    <header class="archive-header">
      <h1>${t.search.title}</h1>
      ${searchForm(home, t, words)}${words !== '' && html`<p role="status">${total === 0 ? t.search.found({ count: 0, words }) : found}</p>`}
    </header>
    ${
      items.length > 0 &&
      html`<ol class="results">
        ${items}
      </ol>`
    }
    ${renderPaging(paging, t)}
  </div>`;
}

/** A page that says something short, such as that there is no page. */
export function renderMessage(
  home: string,
  { title, text, recent }: { title: string; text: string; recent?: readonly Link[] },
  t: Texts,
): Html {
  return html`<div class="narrow">
    <header class="archive-header">
      <h1>${title}</h1>
      <p>${text}</p>
      ${recent && searchForm(home, t)}
    </header>
    ${
      recent &&
      recent.length > 0 &&
      html`<section>
        <h2>${t.notFound.recent}</h2>
        <ul class="plain-list">
          ${recent.map((item) => html`<li><a href="${url(item.url)}">${item.title}</a></li>`)}
        </ul>
      </section>`
    }
  </div>`;
}
