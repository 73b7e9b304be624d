import { type DynamicModule, Module } from '@nestjs/common';
import { AddressesDataModule } from '../../modules/addresses/addresses-data.module.js';
import { AddressesService } from '../../modules/addresses/addresses.service.js';
import { EntriesModule } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/terms-data.module.js';
import { UsersDataModule } from '../../modules/users/users-data.module.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { RankMathGetHeadController } from './get-head.controller.js';
import { RankMathGetHeadService } from './get-head.service.js';
import { type HeadRuntime } from './rank-math-fields.js';
import { RankMathHeadsService } from './rank-math-heads.service.js';
import { RankMathSeoService } from './rank-math-seo.service.js';

const RUNTIME = Symbol('head runtime');

@Module({})
export class RankMathModule {
  static forRoot(runtime: HeadRuntime): DynamicModule {
    return {
      module: RankMathModule,
      imports: [
        NamespaceModule.register('rankmath/v1'),
        AddressesDataModule,
        EntriesModule,
        TermsDataModule,
        UsersDataModule,
      ],
      controllers: [RankMathGetHeadController],
      providers: [
        AddressesService,
        RankMathHeadsService,
        RankMathSeoService,
        RankMathGetHeadService,
        {
          provide: RUNTIME,
          inject: [RankMathHeadsService],
          useFactory: (heads: RankMathHeadsService) => Object.assign(runtime, { heads }),
        },
      ],
    };
  }
}
