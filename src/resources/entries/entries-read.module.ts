import { Module } from '@nestjs/common';
import { EntriesModule } from '../../content/entries/entries.module.js';
import { DueEntries } from '../../content/entries/list/due-entries.js';
import { CacheHorizon } from '../../rest/cache/cache-horizon.js';
import { EntriesService } from './entries.service.js';
import { EntryEmbedsService } from './entry-embeds.service.js';
import { EntryPolicyService } from './entry-policy.service.js';
import { EntryPresenter } from './entry-presenter.js';
import { KeptEntries } from './kept-entries.js';

/** What posts, pages and media share on their way out. */
@Module({
  imports: [EntriesModule],
  providers: [EntriesService, EntryPolicyService, EntryEmbedsService, EntryPresenter, KeptEntries],
  exports: [EntriesModule, KeptEntries, EntriesService, EntryPolicyService, EntryEmbedsService],
})
export class EntriesReadModule {
  constructor(horizon: CacheHorizon, due: DueEntries) {
    horizon.add('posts', (after) => due.nextAfter(after));
  }
}
