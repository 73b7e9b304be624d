import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from '../../../database/index.js';
import { HealthModule, HealthService } from '../../../platform/health/index.js';
import { WordPressModule } from '../client/wordpress.module.js';
import { CreateFieldValues1763390000000, FieldValues } from './field-values.entity.js';
import { FieldValuesStore } from './field-values.store.js';
import { ImportedFieldSource } from './imported-field-source.js';
import { WordPressFieldsService } from './wordpress-fields.service.js';

/** Values of fields that plugins of the WordPress alongside add to items. */
@Module({})
export class WordPressFieldsModule {
  constructor(source: ImportedFieldSource, fields: WordPressFieldsService, health: HealthService) {
    source.loader = fields;
    health.add({ name: 'wordpress-fields', problem: async () => fields.problem });
  }

  static forRoot(source: ImportedFieldSource): DynamicModule {
    return {
      module: WordPressFieldsModule,
      imports: [
        WordPressModule,
        HealthModule,
        DatabaseModule.forFeature([FieldValues], [CreateFieldValues1763390000000]),
      ],
      providers: [{ provide: ImportedFieldSource, useValue: source }, FieldValuesStore, WordPressFieldsService],
    };
  }
}
