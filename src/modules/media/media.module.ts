import { Inject, Module, type OnApplicationBootstrap, type OnModuleInit, type Type } from '@nestjs/common';
import { MediaFilesModule } from './media-files.module.js';
import { MediaFilesService } from './media-files.service.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { EntryEmbedsService } from '../entries/entry-embeds.service.js';
import { mediaController } from './media.controller.js';
import { MEDIA, mediaResource } from './media.fields.js';
import { MediaPolicy } from './media.policy.js';
import { MediaService } from './media.service.js';
import { SideloadedFilesService } from './sideloaded-files.service.js';
import { UploadedFilesService } from './uploaded-files.service.js';

/** The Nest module of media, with the taxonomies that the site declares for attachments. */
export function mediaModule(model: ContentModel): Type<object> {
  const resource = mediaResource(model);

  @Module({
    imports: [EntryResourcesModule, MediaFilesModule, OutboundModule],
    controllers: [mediaController(resource)],
    providers: [
      { provide: MEDIA, useValue: resource },
      MediaPolicy,
      MediaService,
      SideloadedFilesService,
      UploadedFilesService,
    ],
  })
  class MediaModule implements OnModuleInit, OnApplicationBootstrap {
    constructor(
      private readonly embeds: EntryEmbedsService,
      private readonly files: MediaFilesService,
      @Inject(CONFIG) private readonly config: Config,
    ) {}

    onModuleInit(): void {
      this.embeds.register(resource);
    }

    async onApplicationBootstrap(): Promise<void> {
      if (this.config.background) await this.files.clearLeftovers();
    }
  }
  return MediaModule;
}
