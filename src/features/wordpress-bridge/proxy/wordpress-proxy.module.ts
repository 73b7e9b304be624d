import { type DynamicModule, Module } from '@nestjs/common';
import { WordPressModule } from '../client/wordpress.module.js';
import { ImportedFieldSource } from '../fields/imported-field-source.js';
import { FurtherParametersService } from './further-parameters.service.js';
import { WordPressProxyService } from './wordpress-proxy.service.js';
import { WordPressRoutesService } from './wordpress-routes.service.js';

/** Routes that only the WordPress at WORDPRESS_URL has; without that address it does nothing. */
@Module({})
export class WordPressProxyModule {
  static forRoot(fields: ImportedFieldSource): DynamicModule {
    return {
      module: WordPressProxyModule,
      imports: [WordPressModule],
      providers: [
        { provide: ImportedFieldSource, useValue: fields },
        WordPressRoutesService,
        FurtherParametersService,
        WordPressProxyService,
      ],
    };
  }
}
