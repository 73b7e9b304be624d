import { type DynamicModule, Module } from '@nestjs/common';
import { GraphiqlController } from './graphiql.controller.js';
import { GraphiqlFilesService } from './graphiql-files.service.js';
import { GRAPHIQL_OPTIONS, type GraphiqlOptions } from './graphiql.options.js';

@Module({})
export class GraphiqlModule {
  static register(options: GraphiqlOptions): DynamicModule {
    return {
      module: GraphiqlModule,
      controllers: [GraphiqlController],
      providers: [GraphiqlFilesService, { provide: GRAPHIQL_OPTIONS, useValue: options }],
    };
  }
}
