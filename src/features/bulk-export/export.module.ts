import { Module } from '@nestjs/common';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';
import { ExportStore } from './export.store.js';

/** All entries of a type in one response. */
@Module({ controllers: [ExportController], providers: [ExportStore, ExportService] })
export class BulkExportModule {}
