import { Module } from '@nestjs/common';
import { AddressesDataModule } from '../../modules/addresses/index.js';
import { GlobalStylesStore } from '../../modules/global-styles/index.js';
import { SiteMenuStore } from '../../modules/menus/index.js';
import { PopupsStore } from '../../modules/popups/index.js';
import { CommentsDataModule, CommentsModule } from '../../modules/comments/index.js';
import { EntriesModule } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { PreviewsModule } from '../../modules/previews/index.js';
import { ArchivesService } from './archives.service.js';
import { ArticleValuesLoader } from './article-values.loader.js';
import { ArticlePartsLoader } from './article-parts.loader.js';
import { ArticleFinderService } from './article-finder.service.js';
import { ArticleRendererService } from './article-renderer.service.js';
import { ArticlesService } from './articles.service.js';
import { BlockStylesService } from './block-styles.service.js';
import { CommentFeedsService } from './comment-feeds.service.js';
import { OwnTheme } from './own-theme.js';
import { PageCardsService } from './page-cards.service.js';
import { PageCommentsService } from './page-comments.service.js';
import { PageLanguagesService } from './page-languages.service.js';
import { PageContentService } from './page-content.service.js';
import { PagePartsService } from './page-parts.service.js';
import { PageFontsService } from './page-fonts.service.js';
import { PagePopupsService } from './page-popups.service.js';
import { SiteAssetsService } from './site-assets.service.js';
import { SiteFrameService } from './site-frame.service.js';
import { SitePagesHandler } from './site-pages.handler.js';
import { SitePagesService } from './site-pages.service.js';
import { SitePreviewsService } from './site-previews.service.js';
import { ThemeService } from './theme.service.js';

@Module({
  imports: [
    AddressesDataModule,
    CommentsModule,
    CommentsDataModule,
    EntriesModule,
    PreviewsModule,
    TermsDataModule,
    UsersDataModule,
  ],
  providers: [
    PageLanguagesService,
    ArchivesService,
    ArticlePartsLoader,
    ArticleValuesLoader,
    ArticleFinderService,
    ArticleRendererService,
    ArticlesService,
    BlockStylesService,
    CommentFeedsService,
    GlobalStylesStore,
    OwnTheme,
    PageCardsService,
    PageCommentsService,
    PageContentService,
    PageFontsService,
    PagePartsService,
    PagePopupsService,
    PopupsStore,
    SiteAssetsService,
    SiteFrameService,
    SiteMenuStore,
    SitePagesService,
    SitePagesHandler,
    SitePreviewsService,
    ThemeService,
  ],
})
export class SitePagesModule {}
