import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { postType } from '../../site/model/post-types.js';
import { type EntryChanges, type WriteContext } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { PopupCount, PopupDay } from './popup-count.entity.js';
import { POPUP_TYPE } from './popups.store.js';

const POPUP = postType({ name: POPUP_TYPE, restBase: false, public: false, supports: ['title', 'editor'] }, 'popups');

type PopupChanges = Pick<EntryChanges, 'title' | 'content' | 'status'>;

@Injectable()
export class PopupsWriter {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesWriter,
    private readonly deletion: EntryDeletionService,
  ) {}

  /** Returns the new popup's id. */
  create(popup: PopupChanges, writing: WriteContext): Promise<number> {
    return this.database.transaction((tx) => this.entries.create(tx, POPUP, popup, writing));
  }

  update(id: number, changes: PopupChanges, writing: WriteContext): Promise<void> {
    return this.database.transaction((tx) => this.entries.update(tx, { id }, changes, writing, POPUP));
  }

  /** Deletes the popup with its counts. False if there is none. */
  delete(id: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await tx.manager.delete(PopupCount, { popup: id });
      await tx.manager.delete(PopupDay, { popup: id });
      return this.deletion.delete(tx, id);
    });
  }
}
