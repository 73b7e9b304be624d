import { type DynamicModule, Module } from '@nestjs/common';
import { EntriesModule, RenderingPorts } from '../../../modules/entries/index.js';
import { ImportedFilesService } from '../../../modules/imported-schema/index.js';
import { DiagnosticsService } from '../../../platform/diagnostics/index.js';
import { HealthModule } from '../../../platform/health/index.js';
import { WordPressModule } from '../client/wordpress.module.js';
import { checkWordPress } from '../wordpress-check.js';
import { SchemaImporterService } from './schema-importer.service.js';
import { ImportedContentStore } from './imported-content.store.js';
import { ImportedTemplatesService } from './imported-templates.service.js';
import { APPLIED_CONTENT, type AppliedContent, SchemaImportJobsService } from './schema-import-jobs.service.js';

/** Content types of the WordPress alongside. */
@Module({})
export class SchemaImportModule {
  constructor(diagnostics: DiagnosticsService, ports: RenderingPorts, templates: ImportedTemplatesService) {
    diagnostics.add(['wordpress', checkWordPress]);
    ports.templates = templates;
  }

  static forRoot(applied: AppliedContent): DynamicModule {
    return {
      module: SchemaImportModule,
      imports: [WordPressModule, HealthModule, EntriesModule],
      providers: [
        { provide: APPLIED_CONTENT, useValue: applied },
        ImportedContentStore,
        ImportedFilesService,
        ImportedTemplatesService,
        SchemaImporterService,
        SchemaImportJobsService,
      ],
    };
  }
}
