import { Module, type OnModuleInit } from '@nestjs/common';
import { EntriesReadModule } from '../entries/entries-read.module.js';
import { EntriesWriteModule } from '../entries/entries-write.module.js';
import { EntryEmbedsService } from '../entries/entry-embeds.service.js';
import { PagesController } from './pages.controller.js';
import { PAGES } from './pages.fields.js';
import { PagesPolicy } from './pages.policy.js';

@Module({ imports: [EntriesReadModule, EntriesWriteModule], controllers: [PagesController], providers: [PagesPolicy] })
export class PagesModule implements OnModuleInit {
  constructor(private readonly embeds: EntryEmbedsService) {}

  onModuleInit(): void {
    this.embeds.register(PAGES);
  }
}
