import { Injectable } from '@nestjs/common';
import { type PreviewGrant } from '../../../access/principal.js';
import { Database } from '../../../database/database.js';
import { type Entry, withAutosave } from '../model/entry.js';
import { EntriesStore } from '../read/entries.store.js';
import { AutosavesWriter } from '../write/autosaves.writer.js';

/** Entries as previews show them: with the changes that the user of the preview has not saved. */
@Injectable()
export class PreviewedEntryLoader {
  constructor(
    private readonly store: EntriesStore,
    private readonly autosaves: AutosavesWriter,
    private readonly database: Database,
  ) {}

  async load({ entry: id, user }: PreviewGrant): Promise<Entry | undefined> {
    const [entry, autosave] = await Promise.all([
      this.store.byId(id),
      this.autosaves.find(this.database.manager, { entryId: id, userId: user }),
    ]);
    const texts = entry && autosave !== undefined ? await this.store.byId(autosave) : undefined;
    return entry && texts ? withAutosave(entry, texts) : entry;
  }
}
