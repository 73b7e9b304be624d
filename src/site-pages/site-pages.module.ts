import { Module } from '@nestjs/common';
import { CommentsContentModule } from '../modules/comments/comments-content.module.js';
import { EntriesModule } from '../modules/entries/entries.module.js';
import { PreviewsModule } from '../modules/previews/previews.module.js';
import { TermsContentModule } from '../modules/terms/terms-content.module.js';
import { UsersContentModule } from '../modules/users/users-content.module.js';
import { PageCommentsService } from './page-comments.service.js';
import { PageContentService } from './page-content.service.js';
import { SitePagesHandler } from './site-pages.handler.js';
import { SitePagesService } from './site-pages.service.js';

@Module({
  imports: [CommentsContentModule, EntriesModule, PreviewsModule, TermsContentModule, UsersContentModule],
  providers: [PageCommentsService, PageContentService, SitePagesService, SitePagesHandler],
})
export class SitePagesModule {}
