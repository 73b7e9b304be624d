import { Module } from '@nestjs/common';
import { CommentsContentModule } from '../content/comments/comments-content.module.js';
import { EntriesModule } from '../content/entries/entries.module.js';
import { PreviewsModule } from '../content/previews/previews.module.js';
import { TermsContentModule } from '../content/terms/terms-content.module.js';
import { UsersContentModule } from '../content/users/users-content.module.js';
import { PageCommentsService } from './page-comments.service.js';
import { PageContentService } from './page-content.service.js';
import { SitePagesHandler } from './site-pages.handler.js';
import { SitePagesService } from './site-pages.service.js';

@Module({
  imports: [CommentsContentModule, EntriesModule, PreviewsModule, TermsContentModule, UsersContentModule],
  providers: [PageCommentsService, PageContentService, SitePagesService, SitePagesHandler],
})
export class SitePagesModule {}
