import { Module } from '@nestjs/common';
import { SettingsController } from './settings.controller.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsService } from './settings.service.js';

@Module({ controllers: [SettingsController], providers: [SettingsPolicy, SettingsService] })
export class SettingsModule {}
