import { Module } from '@nestjs/common';
import { DatabaseModule, NamespaceModule } from '@nestpress/server';
import { CreateSamples1760000000200, Sample } from './sample.entity.js';
import { SamplesController } from './samples.controller.js';
import { SamplesPolicy } from './samples.policy.js';
import { SamplesService } from './samples.service.js';
import { SamplesStore } from './samples.store.js';

@Module({
  imports: [NamespaceModule.register('samples/v1'), DatabaseModule.forFeature([Sample], [CreateSamples1760000000200])],
  controllers: [SamplesController],
  providers: [SamplesPolicy, SamplesService, SamplesStore],
})
export class SamplesModule {}
