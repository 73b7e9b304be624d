import { Module } from '@nestjs/common';
import { ImportedFilesService } from '../imported-schema/imported-files.service.js';
import { PluginsController } from './plugins.controller.js';
import { PluginsPolicy } from './plugins.policy.js';
import { PluginsService } from './plugins.service.js';

@Module({ controllers: [PluginsController], providers: [PluginsPolicy, PluginsService, ImportedFilesService] })
export class PluginsModule {}
