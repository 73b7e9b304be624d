import { Module } from '@nestjs/common';
import { EntriesModule } from '../../content/entries/entries.module.js';
import { UsersContentModule } from '../../content/users/users-content.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { OembedController } from './oembed.controller.js';
import { OembedService } from './oembed.service.js';
import { EmbedViewController } from './view/embed-view.controller.js';
import { EmbedViewService } from './view/embed-view.service.js';

/** Lets other sites embed the entries of this one. */
@Module({
  imports: [NamespaceModule.register('oembed/1.0'), EntriesModule, UsersContentModule],
  controllers: [OembedController, EmbedViewController],
  providers: [OembedService, EmbedViewService],
  exports: [OembedService],
})
export class OembedModule {}
