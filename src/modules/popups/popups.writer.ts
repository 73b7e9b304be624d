import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { postType } from '../../content-model/post-types.js';
import { type EntryPatch, type WriteContext } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { PopupCount, PopupDay } from './popup-count.entity.js';
import { type PopupDisplay, POPUP_DISPLAY_KEY } from './popup-display.js';
import { POPUP_TYPE } from './popups.store.js';

const POPUP = postType({ name: POPUP_TYPE, restBase: false, public: false, supports: ['title', 'editor'] }, 'popups');

type PopupChanges = Pick<EntryPatch, 'title' | 'content' | 'status'> & { display?: PopupDisplay };

@Injectable()
export class PopupsWriter {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesWriter,
    private readonly deletion: EntryDeletionService,
  ) {}

  /** Returns the new popup's id. */
  create({ display, ...popup }: PopupChanges, writing: WriteContext): Promise<number> {
    return this.database.transaction(async (tx) => {
      const id = await this.entries.create(tx, POPUP, popup, writing);
      await this.writeDisplay(tx, id, display);
      return id;
    });
  }

  update(id: number, { display, ...changes }: PopupChanges, writing: WriteContext): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.entries.update(tx, { id }, changes, writing, POPUP);
      await this.writeDisplay(tx, id, display);
    });
  }

  private async writeDisplay(tx: Transaction, id: number, display: PopupDisplay | undefined): Promise<void> {
    if (display) await new MetaWriter(tx, 'post').setText(id, POPUP_DISPLAY_KEY, JSON.stringify(display));
  }

  /** Deletes the popup with its counts. False if there is none. */
  delete(id: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await tx.delete(PopupCount, { popup: id });
      await tx.delete(PopupDay, { popup: id });
      return this.deletion.delete(tx, id);
    });
  }
}
