import { type DynamicModule, Global, Module } from '@nestjs/common';
import { WEB_FEATURES, type WebFeatures } from '../start/web-features.js';
import { CONFIG, type Config } from './config.js';

@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config, features: WebFeatures): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: WEB_FEATURES, useValue: features },
      ],
      exports: [CONFIG, WEB_FEATURES],
    };
  }
}
