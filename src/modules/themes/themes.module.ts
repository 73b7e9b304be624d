import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { ThemesController } from './themes.controller.js';
import { ThemesPolicy } from './themes.policy.js';
import { ThemesService } from './themes.service.js';

@Module({
  imports: [EntriesModule],
  controllers: [ThemesController],
  providers: [ThemesPolicy, ThemesService, ImportedFilesService],
})
export class ThemesModule {}
