import { Module } from '@nestjs/common';
import { RevisionsModule } from '../revisions/revisions.module.js';
import { PostRevisionsController, PostsController } from './posts.controller.js';
import { PostRevisionsPolicy, PostsPolicy } from './posts.policy.js';

@Module({
  imports: [RevisionsModule],
  controllers: [PostsController, PostRevisionsController],
  providers: [PostsPolicy, PostRevisionsPolicy],
  exports: [PostsPolicy],
})
export class PostsModule {}
