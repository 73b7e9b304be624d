import { Module } from '@nestjs/common';
import { LearnedFilesStore } from '../../alongside/learning/learned-files.store.js';
import { PluginsController, PluginsPolicy } from './plugins.controller.js';

@Module({ controllers: [PluginsController], providers: [PluginsPolicy, LearnedFilesStore] })
export class PluginsModule {}
