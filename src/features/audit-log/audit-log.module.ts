import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { AuditEntry, CreateAuditLog1763380000000 } from './audit-entry.entity.js';
import { AuditLogController, AuditLogRetentionController } from './audit-log.controller.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditLogStore } from './audit-log.store.js';

/** Who changed what, and when. */
@Module({
  imports: [DatabaseModule.forFeature([AuditEntry], [CreateAuditLog1763380000000])],
  controllers: [AuditLogController, AuditLogRetentionController],
  providers: [AuditLogStore, AuditLogService],
  exports: [AuditLogService],
})
export class AuditLogModule {}
