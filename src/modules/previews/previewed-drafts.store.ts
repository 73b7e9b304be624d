import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, Not } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { utcText } from '../../text/dates.js';
import { type Entry, ZERO_DATE } from '../entries/model/entry.js';
import { EntryRelationsWriter } from '../entries/write/entry-relations.writer.js';
import { PublishingScheduleService } from '../entries/write/publishing-schedule.service.js';
import { PreviewedDraft } from './preview.entity.js';

const MAX_MARK = 2 ** 40;

type DraftDates = Pick<Entry, 'id' | 'dateGmt' | 'modifiedGmt'>;

/**
 * Unpublished entries with preview tokens. Publishing deletes their rows, so a token stays ended whatever happens to the entry
 * afterwards. Other programs delete no rows: of their writes only the time of the change is known.
 */
@Injectable()
export class PreviewedDraftsStore {
  constructor(
    private readonly db: Database,
    relations: EntryRelationsWriter,
    schedule: PublishingScheduleService,
  ) {
    relations.onPublish.listen((tx, { id }) => forget(tx, id));
    schedule.onPublish.listen((tx, { id }) => forget(tx, id));
    relations.onUpdate.listen(async (tx, entry, before) => {
      // A scheduled entry that is due is public, although its status may not say so yet.
      if (before.status === 'future' && mayHaveBeenPublished(before)) await forget(tx, entry.id);
      if (entry.status === 'publish' || entry.dateGmt === ZERO_DATE) return;
      const post = entry.id;
      if (mayHaveBeenPublished(before)) await tx.delete(PreviewedDraft, { post, modified: Not(before.modifiedGmt) });
      await tx.update(PreviewedDraft, { post }, { modified: entry.modifiedGmt });
    });
  }

  /** The mark of a new token, with which `has` finds the entry until it is published. */
  async add({ id, modifiedGmt }: DraftDates, expires: number): Promise<string> {
    const mark = randomInt(1, MAX_MARK);
    await this.db.transaction(async (tx) => {
      await tx.delete(PreviewedDraft, { expires: LessThanOrEqual(Math.floor(Date.now() / 1000)) });
      await tx.insert(PreviewedDraft, { post: id, mark, modified: modifiedGmt, expires });
    });
    return String(mark);
  }

  /** Whether the entry has not been published since. After changes by another program that is not certain for one with a date. */
  async has(entry: DraftDates, mark: string): Promise<boolean> {
    const row = await this.db.manager.findOneBy(PreviewedDraft, { post: entry.id, mark: Number(mark) });
    return row !== null && (row.modified === entry.modifiedGmt || !mayHaveBeenPublished(entry));
  }
}

async function forget(tx: Transaction, id: number): Promise<void> {
  await tx.delete(PreviewedDraft, { post: id });
}

/** An entry gets its date when it is published, if not before. */
function mayHaveBeenPublished({ dateGmt }: DraftDates): boolean {
  return dateGmt !== ZERO_DATE && dateGmt <= utcText(new Date());
}
