import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { SettingsModule } from '../resources/settings/settings.module.js';
import { StatusesModule } from '../resources/statuses/statuses.module.js';
import { TaxonomiesModule } from '../resources/taxonomies/taxonomies.module.js';
import { TypesModule } from '../resources/types/types.module.js';
import { NamespaceModule } from '../rest/discovery/index.controller.js';
import { PROFILE } from './profile.js';
import { PROFILES, type VariantName } from './profiles.js';

/** Modules every variant has. */
const CORE: (Type | DynamicModule)[] = [NamespaceModule.register('wp/v2'), TypesModule, StatusesModule, TaxonomiesModule, SettingsModule];

/** Modules a profile names among its extensions. */
const EXTENSIONS: Readonly<Record<string, Type>> = {};

/** Brings in what a variant has, and tells everybody which profile is active. */
@Global()
@Module({})
export class VariantModule {
  static forRoot(name: VariantName): DynamicModule {
    const profile = PROFILES[name];
    return {
      module: VariantModule,
      imports: [...CORE, ...profile.extensions.map((extension) => EXTENSIONS[extension]!)],
      providers: [{ provide: PROFILE, useValue: profile }],
      exports: [PROFILE],
    };
  }
}
