import { Inject, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { ContentModel } from '../../content-model/content-model.js';
import { EntryEmbedsService } from '../entries/api/entry-embeds.service.js';
import { EntriesApiModule } from '../entries/entries-api.module.js';
import { MediaController } from './media.controller.js';
import { mediaResource } from './media.fields.js';
import { MediaFilesModule } from './media-files.module.js';
import { MediaFilesService } from './media-files.service.js';
import { MediaPolicy } from './media.policy.js';
import { MediaService } from './media.service.js';
import { NetworkUploadsService } from './network-uploads.service.js';
import { SideloadedFilesService } from './sideloaded-files.service.js';
import { UploadedFilesService } from './uploaded-files.service.js';

@Module({
  imports: [EntriesApiModule, MediaFilesModule, OutboundModule],
  controllers: [MediaController],
  providers: [MediaPolicy, MediaService, NetworkUploadsService, SideloadedFilesService, UploadedFilesService],
  exports: [MediaService, SideloadedFilesService],
})
export class MediaModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly embeds: EntryEmbedsService,
    private readonly files: MediaFilesService,
    private readonly model: ContentModel,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.embeds.register(mediaResource(this.model));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.background) await this.files.clearLeftovers();
  }
}
