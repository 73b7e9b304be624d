import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { DiagnosticsService } from '../diagnostics/diagnostics.service.js';
import { WordPressStats } from '../outbound/wordpress-stats.js';
import { HealthService } from './health.service.js';

@Module({
  controllers: [HealthController],
  providers: [HealthService, DiagnosticsService, WordPressStats],
  exports: [HealthService, DiagnosticsService, WordPressStats],
})
export class HealthModule {}
