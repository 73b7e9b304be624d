import { type DynamicModule, Module } from '@nestjs/common';
import { AddressesDataModule, AddressesService } from '../../modules/addresses/index.js';
import { EntriesModule, HeadFields } from '../../modules/entries/index.js';
import { TermsDataModule } from '../../modules/terms/index.js';
import { UsersDataModule } from '../../modules/users/index.js';
import { NamespaceModule } from '../../rest/discovery/index.controller.js';
import { RankMathGetHeadController } from './get-head.controller.js';
import { RankMathGetHeadService } from './get-head.service.js';
import { RankMathHeadsService } from './rank-math-heads.service.js';
import { RankMathSeoService } from './rank-math-seo.service.js';

@Module({})
export class RankMathModule {
  constructor(fields: HeadFields, heads: RankMathHeadsService) {
    fields.source = heads;
  }

  static forRoot(fields: HeadFields): DynamicModule {
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
        { provide: HeadFields, useValue: fields },
      ],
    };
  }
}
