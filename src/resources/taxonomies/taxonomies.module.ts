import { Module } from '@nestjs/common';
import { TaxonomiesController } from './taxonomies.controller.js';
import { TaxonomiesPolicy } from './taxonomies.policy.js';

@Module({ controllers: [TaxonomiesController], providers: [TaxonomiesPolicy] })
export class TaxonomiesModule {}
