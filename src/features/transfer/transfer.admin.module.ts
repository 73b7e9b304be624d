import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { SiteExportController } from './export/site-export.controller.js';
import { ImportsController } from './import/imports.controller.js';
import { CreateUploadedImports1763563000000, UploadedImport } from './import/uploaded-import.entity.js';
import { UploadedImportsService } from './import/uploaded-imports.service.js';
import { TransferModule } from './transfer.module.js';
import { TransferPolicy } from './transfer.policy.js';

/** Import and export by users, in nestpress/v1. */
@Module({
  imports: [
    TransferModule,
    AuditLogModule,
    DatabaseModule.forFeature([UploadedImport], [CreateUploadedImports1763563000000]),
  ],
  controllers: [ImportsController, SiteExportController],
  providers: [UploadedImportsService, TransferPolicy],
})
export class TransferAdminModule {}
