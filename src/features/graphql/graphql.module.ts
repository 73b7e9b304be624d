import { type MiddlewareConsumer, Module, type NestModule, type OnApplicationBootstrap } from '@nestjs/common';
import { AddressesDataModule } from '../../modules/addresses/addresses-data.module.js';
import { CommentsModule } from '../../modules/comments/comments.module.js';
import { CommentsDataModule } from '../../modules/comments/comments-data.module.js';
import { EntriesModule } from '../../modules/entries/entries.module.js';
import { ImportedFilesService } from '../../modules/imported-schema/imported-files.service.js';
import { MenuLocationsService } from '../../modules/menus/menu-locations.service.js';
import { MenusDataModule } from '../../modules/menus/menus-data.module.js';
import { PluginsService } from '../../modules/plugins/plugins.service.js';
import { TermsDataModule } from '../../modules/terms/terms-data.module.js';
import { ThemesService } from '../../modules/themes/themes.service.js';
import { AccountLinksModule } from '../../modules/users/accounts/account-links.module.js';
import { UsersDataModule } from '../../modules/users/users-data.module.js';
import { GraphqlHandler } from './endpoint/graphql.handler.js';
import { DocumentsService } from './execution/documents.service.js';
import { ExecutorService } from './execution/executor.service.js';
import { GraphServices } from './context/graph-services.js';
import { CommentRowsStore } from './stores/comment-rows.store.js';
import { EntryRowsStore } from './stores/entry-rows.store.js';
import { TermRowsStore } from './stores/term-rows.store.js';
import { UserRowsStore } from './stores/user-rows.store.js';
import { GraphAdditionsRegistry } from './schema/graph-additions.registry.js';
import { GraphSchemaService } from './schema/graph-schema.service.js';

/** What other features add to the schema. */
@Module({ providers: [GraphAdditionsRegistry], exports: [GraphAdditionsRegistry] })
export class GraphAdditionsModule {}

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
    GraphServices,
    GraphSchemaService,
    DocumentsService,
    ExecutorService,
    GraphqlHandler,
  ],
  exports: [GraphAdditionsModule],
})
export class GraphqlModule implements NestModule, OnApplicationBootstrap {
  constructor(
    private readonly handler: GraphqlHandler,
    private readonly schemas: GraphSchemaService,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.handler.middleware).forRoutes('{*path}');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.schemas.get();
  }
}
