import { Injectable } from '@nestjs/common';
import { type Entry } from '../../modules/entries/index.js';
import { type GlobalStyles } from '../../modules/global-styles/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { feedsOf } from './archives.service.js';
import { type EntryPart, type Surrounding } from './article-parts.loader.js';
import { BlockStylesService } from './block-styles.service.js';
import { type CommentRequest, PageCommentsService } from './page-comments.service.js';
import { type PagePopups } from './page-popups.service.js';
import { plainText } from './plain-text.js';
import { SiteAssetsService } from './site-assets.service.js';
import { articleData } from './structured-data.js';
import { ThemeService } from './theme.service.js';
import { renderPasswordForm } from './theme/article.js';
import { around, html, raw } from './theme/html.js';
import { type Frame } from './theme/views.js';

/** HTML of the page of an entry, from what was loaded. */
@Injectable()
export class ArticleRendererService {
  constructor(
    private readonly theme: ThemeService,
    private readonly comments: PageCommentsService,
    private readonly assets: SiteAssetsService,
    private readonly blocks: BlockStylesService,
  ) {}

  render(
    site: Site,
    { found, article, search, comments: loaded }: EntryPart,
    page: {
      surrounding: Surrounding;
      frame: Frame;
      popups?: PagePopups;
      styles?: GlobalStyles;
      isUnlocked: boolean;
      isFront: boolean;
      commentRequest: CommentRequest;
    },
  ) {
    const { entry, link, isDraft, isPreview, isEdited } = found;
    const { popups, isFront } = page;
    const t = messagesOf(site.locale);
    const comments = loaded && this.comments.view(site, entry, link, loaded, page.commentRequest);
    const content = page.isUnlocked ? article.content : renderPasswordForm(site.siteUrl, entry.id, t);
    const main = this.theme.article(
      entry.type,
      { ...article, content },
      {
        ...page.surrounding,
        ...(isDraft && { notice: t.article.draft }),
        ...(isEdited && !isDraft && { notice: t.article.edited }),
        comments: comments && this.theme.comments(comments, t),
      },
      t,
    );
    const scripts = [
      ...(/<img\b/.test(content.markup) ? [this.assets.urlOf(site, 'site.js')] : []),
      ...(content.markup.includes('class="wpcf7') ? [`${site.home}/forms/form.js`] : []),
    ];
    scripts.push(...(popups?.scripts ?? []).filter((script) => !scripts.includes(script)));
    const isHidden = isDraft || entry.password !== '';
    const hasFeed = entry.type === 'post' && !isDraft;
    const body = this.theme.page(page.frame, {
      title: isFront ? raw('') : article.title,
      searchTitle: search.title,
      translations: search.translations,
      seo: isHidden || isEdited ? undefined : search.seo,
      languages: page.surrounding.languages,
      kind: `single ${entry.type}`,
      isFront,
      main,
      canonical: search.canonical || link,
      restUrl: isDraft ? undefined : restItem(site, entry),
      feeds: feedsOf(
        site,
        hasFeed ? { heading: around((title) => t.comments.on({ title }), html`${article.title}`), link } : undefined,
      ),
      description: search.description || article.description,
      isIndexed: isHidden || isEdited || search.noindex ? false : undefined,
      image: search.image ?? article.image,
      ...(article.date && {
        article: {
          published: article.date.iso,
          modified: article.modified.iso,
          section: article.categories[0] && plainText(String(article.categories[0].title)),
          tags: article.tags.map(({ title }) => plainText(String(title))),
        },
      }),
      ...(!isHidden && { data: articleData(site, article) }),
      css: this.blocks.cssFor(content.markup, page.styles),
      scripts,
      after: popups?.after,
    });
    return { kind: 'html' as const, body, scripts, isPrivate: isHidden || isPreview || isEdited };
  }
}

function restItem(site: Site, { type: name, id }: Entry): string | undefined {
  const type = site.model.types.get(name);
  return type?.restBase === undefined ? undefined : site.rest(`${type.route}/${id}`);
}
