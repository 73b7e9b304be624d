import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { DiagnosticsService } from '../diagnostics/diagnostics.service.js';
import { HealthService } from './health.service.js';

@Module({
  controllers: [HealthController],
  providers: [HealthService, DiagnosticsService],
  exports: [HealthService, DiagnosticsService],
})
export class HealthModule {}
