import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';
import { ExportStore } from './export.store.js';

/** All entries of a type in one response. */
@Module({ imports: [AuditLogModule], controllers: [ExportController], providers: [ExportStore, ExportService] })
export class BulkExportModule {}
