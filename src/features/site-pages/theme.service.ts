import { Injectable } from '@nestjs/common';
import { type Texts } from '../../site/index.js';
import { articleTemplate, OwnTheme } from './own-theme.js';
import { type ArchiveView, renderArchive, renderMessage, renderSearch, type SearchView } from './theme/archive.js';
import { renderArticle, type Relations } from './theme/article.js';
import { renderComments } from './theme/comments.js';
import { type Html } from './theme/html.js';
import { type Page, renderPage } from './theme/page.js';
import { type Article, type CommentsView, type Frame, type Link, type Paging } from './theme/views.js';

/** Renders pages with the templates of the owner, and with those of the theme where the owner has none. */
@Injectable()
export class ThemeService {
  constructor(private readonly own: OwnTheme) {}

  page(frame: Frame, page: Page): string {
    return renderPage(frame, page, {
      header: this.own.render('header', () => frame),
      footer: this.own.render('footer', () => frame),
    });
  }

  article(type: string, article: Article, relations: Relations, t: Texts): Html {
    const view = () => ({ ...article, ...relations });
    return (
      this.own.render(articleTemplate(type), view) ??
      this.own.render('article', view) ??
      renderArticle(article, relations, t)
    );
  }

  archive(view: ArchiveView, t: Texts): Html {
    return this.own.render('archive', () => ({ ...view, paging: pagingView(view.paging) })) ?? renderArchive(view, t);
  }

  search(view: SearchView, t: Texts): Html {
    return this.own.render('search', () => ({ ...view, paging: pagingView(view.paging) })) ?? renderSearch(view, t);
  }

  comments(view: CommentsView, t: Texts): Html | undefined {
    return this.own.render('comments', () => view) ?? renderComments(view, t);
  }

  message(home: string, view: { title: string; text: string; recent?: readonly Link[] }, t: Texts): Html {
    return this.own.render('message', () => ({ home, ...view })) ?? renderMessage(home, view, t);
  }
}

function pagingView({ page, pages, urlOf }: Paging): object {
  return {
    page,
    pages,
    ...(page > 1 && { newer: urlOf(page - 1) }),
    ...(page < pages && { older: urlOf(page + 1) }),
  };
}
