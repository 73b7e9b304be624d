import { Module, type OnModuleInit } from '@nestjs/common';
import { EntriesReadModule } from '../entries/entries-read.module.js';
import { EntriesWriteModule } from '../entries/entries-write.module.js';
import { EntryEmbedsService } from '../entries/entry-embeds.service.js';
import { PostsController } from './posts.controller.js';
import { POSTS } from './posts.fields.js';
import { PostsPolicy } from './posts.policy.js';

@Module({ imports: [EntriesReadModule, EntriesWriteModule], controllers: [PostsController], providers: [PostsPolicy] })
export class PostsModule implements OnModuleInit {
  constructor(private readonly embeds: EntryEmbedsService) {}

  onModuleInit(): void {
    this.embeds.register(POSTS);
  }
}
