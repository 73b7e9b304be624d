import { Module } from '@nestjs/common';
import { NotificationsModule } from '../../content/notifications/notifications.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsPolicy } from './settings.policy.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [NotificationsModule],
  controllers: [SettingsController],
  providers: [SettingsPolicy, SettingsService],
})
export class SettingsModule {}
