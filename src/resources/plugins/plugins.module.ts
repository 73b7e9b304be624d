import { Module } from '@nestjs/common';
import { PluginsController, PluginsPolicy } from './plugins.controller.js';

@Module({ controllers: [PluginsController], providers: [PluginsPolicy] })
export class PluginsModule {}
