import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../database/index.js';
import { EntriesModule } from '../../modules/entries/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { DEFAULT_OUTBOUND, OUTBOUND_OPTIONS, OutboundClient } from '../../platform/outbound/index.js';
import { MediaFilesModule } from '../../modules/media/index.js';
import { ExportService } from './export/export.service.js';
import { ExportStore } from './export/export.store.js';
import { AddressRewriterService } from './import/address-rewriter.service.js';
import { AttachmentFilesService } from './import/attachment-files.service.js';
import { AuthorImportService } from './import/author-import.service.js';
import { BatchImportService } from './import/batch-import.service.js';
import {
  CreateImportTables1760000000004,
  Import,
  ImportedFile,
  ImportedRow,
  ImportReference,
} from './import/import.entities.js';
import { ImportHooksService } from './import/import-hooks.service.js';
import { ImportService } from './import/import.service.js';
import { ImportStore } from './import/import.store.js';
import { ItemImportService } from './import/item-import.service.js';
import { ReferenceResolverService } from './import/reference-resolver.service.js';

/** Imports run in the background, and images take longer to download than pages. */
const FETCH_TIMEOUT_MS = 60_000;

/** Import and export of WXR files. */
@Module({
  imports: [
    DatabaseModule.forFeature([Import, ImportedRow, ImportReference, ImportedFile], [CreateImportTables1760000000004]),
    EntriesModule,
    MediaFilesModule,
    UsersDataModule,
  ],
  providers: [
    { provide: OUTBOUND_OPTIONS, useFactory: () => ({ ...DEFAULT_OUTBOUND, timeoutMs: FETCH_TIMEOUT_MS }) },
    OutboundClient,
    ExportStore,
    ExportService,
    ImportStore,
    AuthorImportService,
    AttachmentFilesService,
    ImportHooksService,
    ItemImportService,
    BatchImportService,
    ReferenceResolverService,
    AddressRewriterService,
    ImportService,
  ],
  exports: [ExportService, ImportService],
})
export class TransferModule {}
