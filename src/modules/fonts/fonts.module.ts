import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { FontFilesService } from './font-files.service.js';
import { FontCollectionsController, FontFacesController, FontFamiliesController } from './fonts.controller.js';
import { FontCollectionsPolicy, FontsPolicy } from './fonts.policy.js';
import { FontsService } from './fonts.service.js';

@Module({
  imports: [EntriesModule],
  controllers: [FontFamiliesController, FontFacesController, FontCollectionsController],
  providers: [FontsService, FontFilesService, FontsPolicy, FontCollectionsPolicy],
})
export class FontsModule {}
