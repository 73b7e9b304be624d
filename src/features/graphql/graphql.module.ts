import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { AddressesDataModule } from '../../modules/addresses/index.js';
import { MenuLocationsService, MenusDataModule } from '../../modules/menus/index.js';
import { CommentsDataModule, CommentsModule } from '../../modules/comments/index.js';
import { EntriesModule } from '../../modules/entries/index.js';
import { ImportedFilesService } from '../../modules/imported-schema/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { TokensDataModule } from '../../modules/tokens/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { BlockTypesService } from '../../modules/block-types/index.js';
import { PluginsService } from '../../modules/plugins/index.js';
import { ThemesService } from '../../modules/themes/index.js';
import { AccountLinksModule } from '../../modules/users/accounts/account-links.module.js';
import { GraphqlHandler } from './endpoint/graphql.handler.js';
import { DocumentsService } from './execution/documents.service.js';
import { ExecutorService } from './execution/executor.service.js';
import { GraphServices } from './context/graph-services.js';
import { CommentRowsStore } from './stores/comment-rows.store.js';
import { EntryRowsStore } from './stores/entry-rows.store.js';
import { TermRowsStore } from './stores/term-rows.store.js';
import { UserRowsStore } from './stores/user-rows.store.js';
import { GraphAdditionsModule } from './graph-additions.module.js';
import { GraphSchemaService } from './schema/graph-schema.service.js';

/** The GraphQL endpoint. */
@Module({
  imports: [
    GraphAdditionsModule,
    AddressesDataModule,
    EntriesModule,
    TermsDataModule,
    UsersDataModule,
    CommentsDataModule,
    CommentsModule,
    MenusDataModule,
    AccountLinksModule,
    TokensDataModule,
  ],
  providers: [
    EntryRowsStore,
    TermRowsStore,
    UserRowsStore,
    CommentRowsStore,
    MenuLocationsService,
    PluginsService,
    ImportedFilesService,
    ThemesService,
    BlockTypesService,
    GraphServices,
    GraphSchemaService,
    DocumentsService,
    ExecutorService,
    GraphqlHandler,
  ],
  exports: [GraphAdditionsModule],
})
export class GraphqlModule implements NestModule {
  constructor(private readonly handler: GraphqlHandler) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.handler.middleware).forRoutes('{*path}');
  }
}
