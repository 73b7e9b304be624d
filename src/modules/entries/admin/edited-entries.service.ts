import { Injectable } from '@nestjs/common';
import { type Site } from '../../../site/site.js';
import { EntriesStore } from '../read/entries.store.js';
import { type Entry } from '../model/entry.js';
import { findEdited, unknownPost } from './entries.admin.policy.js';

@Injectable()
export class EditedEntriesService {
  constructor(private readonly entries: EntriesStore) {}

  /** The entry that is edited under this number: for a revision, the one it belongs to. */
  async read(site: Site, id: number): Promise<Entry> {
    const entry = await findEdited(this.entries, site, id);
    if (!entry) throw unknownPost();
    return entry;
  }
}
