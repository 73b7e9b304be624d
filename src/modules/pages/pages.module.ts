import { Module } from '@nestjs/common';
import { RevisionsModule } from '../revisions/revisions.module.js';
import { PageRevisionsController, PagesController } from './pages.controller.js';
import { PageRevisionsPolicy, PagesPolicy } from './pages.policy.js';

@Module({
  imports: [RevisionsModule],
  controllers: [PagesController, PageRevisionsController],
  providers: [PagesPolicy, PageRevisionsPolicy],
  exports: [PagesPolicy],
})
export class PagesModule {}
