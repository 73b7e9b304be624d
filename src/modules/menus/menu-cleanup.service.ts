import { Injectable } from '@nestjs/common';
import { PublishingScheduleService } from '../entries/write/publishing-schedule.service.js';
import { EntryRelationsWriter } from '../entries/write/entry-relations.writer.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { MenuItemsWriter } from './menu-items.writer.js';
import { TermsWriter } from '../terms/terms.writer.js';

/** Adds new pages to the menus that ask for them, and deletes the items whose target is deleted. */
@Injectable()
export class MenuCleanupService {
  constructor(
    items: MenuItemsWriter,
    entries: EntryRelationsWriter,
    schedule: PublishingScheduleService,
    deletion: EntryDeletionService,
    terms: TermsWriter,
  ) {
    entries.onPublish.listen((tx, entry, writing) => items.addPage(tx, entry, writing));
    schedule.onPublish.listen((tx, entry, writing) => items.addPage(tx, entry, writing));
    deletion.onDelete.listen((tx, { id, type }) => items.deleteItemsOf(tx, 'post_type', type, id));
    terms.onDelete.listen((tx, { id, taxonomy }) => items.deleteItemsOf(tx, 'taxonomy', taxonomy, id));
  }
}
