import { Inject, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { MediaFilesModule } from '../../content/media/media-files.module.js';
import { MediaFilesService } from '../../content/media/media-files.service.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { EntryResourcesModule } from '../entries/entry-resources.module.js';
import { EntryEmbedsService } from '../entries/entry-embeds.service.js';
import { MediaController } from './media.controller.js';
import { MEDIA } from './media.fields.js';
import { MediaPolicy } from './media.policy.js';
import { MediaService } from './media.service.js';
import { UploadedFilesService } from './uploaded-files.service.js';

@Module({
  imports: [EntryResourcesModule, MediaFilesModule],
  controllers: [MediaController],
  providers: [MediaPolicy, MediaService, UploadedFilesService],
})
export class MediaModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly embeds: EntryEmbedsService,
    private readonly files: MediaFilesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.embeds.register(MEDIA);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.background) await this.files.clearLeftovers();
  }
}
