import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type Transaction } from '../../database/database.js';
import { Post } from '../../database/entities/index.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type WriteContext } from '../entries/write/entry-changes.js';
import { EntryDeletionService } from '../entries/write/entry-deletion.service.js';
import { EntriesWriter } from '../entries/write/entries.writer.js';
import { MediaFilesService } from '../media/media-files.service.js';
import { MediaStore } from '../media/media.store.js';

/** Entries of other types are deleted at once, as in WordPress. */
const TRASHED = ['post', 'page'];

/** Deletes a user's entries when the user is deleted without reassigning them. */
@Injectable()
export class UserEntriesService {
  constructor(
    private readonly writer: EntriesWriter,
    private readonly deletion: EntryDeletionService,
    private readonly media: MediaStore,
    private readonly files: MediaFilesService,
    private readonly model: ContentModel,
  ) {}

  /** Runs the work that deletes a user's entries, then deletes the files of attachments that no longer exist. */
  async releasingFiles(userId: number, work: () => Promise<void>): Promise<void> {
    let wrapped = work;
    for (const id of await this.media.uploadedBy(userId)) {
      const files = await this.media.filesOf(id);
      const inner = wrapped;
      if (files.length > 0) wrapped = () => this.files.deleteAfter(files, inner);
    }
    await wrapped();
  }

  /** Posts and pages are moved to the trash, or deleted if they are there; everything else is deleted. */
  async discard(tx: Transaction, userId: number, writing: WriteContext): Promise<void> {
    const types = this.model.restTypes.filter(({ supports }) => supports.includes('author')).map(({ name }) => name);
    const owned = await tx.manager.find(Post, {
      select: { id: true, type: true },
      where: { author: userId, type: In([...types, 'revision']) },
      order: { id: 'ASC' },
    });
    for (const { id, type } of owned) {
      if (type === 'revision') await this.deletion.deleteRevision(tx, id);
      else if (!TRASHED.includes(type) || !(await this.writer.trash(tx, id, writing)))
        await this.deletion.delete(tx, id, writing.principal);
      if (type === 'attachment') await this.media.forgetFeatured(tx, id);
    }
  }
}
