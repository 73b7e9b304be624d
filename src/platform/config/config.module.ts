import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';
import { RestartService } from './restart.service.js';

/** Injection token of the names of the active features, a ReadonlySet. */
export const ACTIVE_FEATURES = Symbol('ACTIVE_FEATURES');

@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config, activeFeatures: ReadonlySet<string>): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: ACTIVE_FEATURES, useValue: activeFeatures },
        RestartService,
      ],
      exports: [CONFIG, ACTIVE_FEATURES, RestartService],
    };
  }
}
