import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { Post, PostMeta } from '../../database/entities/index.js';
import { maybeUnserialize, PhpArray, type PhpInput, toStored, toText } from '../../text/php/index.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { ATTACHMENT_META, FEATURED_IMAGE } from '../entries/model/entry-sources.js';
import {
  FOCAL_POINT_KEY,
  type FocalPoint,
  formatFocalPoint,
  parseFocalPoint,
} from '../../rendering/media/focal-point.js';
import { MetaWriter } from '../meta/meta.writer.js';

const { file: FILE, details: DETAILS, alt: ALT } = ATTACHMENT_META;
/** Backup files of an image editor. */
const BACKUPS = '_wp_attachment_backup_sizes';
/** Changes with every replacement of the file. */
const VERSION = '_nestpress_file_version';
/** Digest of the picture in an audio file that an attachment was made from. */
const COVER_HASH = '_cover_hash';

export interface FileDescription {
  file?: string;
  details?: PhpArray;
  alt?: string;
  version?: string;
  focalPoint?: FocalPoint;
  backups?: PhpArray;
  /** The image that stands for an audio file. */
  cover?: number;
  /** What the image was made from, if it is such a cover. */
  coverHash?: string;
}

export interface AttachedFile {
  /** Path below the uploads folder. */
  readonly file: string;
  readonly details: PhpArray;
  /** Name of the uploaded file, if a copy replaces it. */
  readonly original?: string;
  /** Names of the files of its sizes. */
  readonly sizes: readonly string[];
  readonly alt: string;
}

/** Reads and writes the stored data of attachment files. */
@Injectable()
export class MediaStore {
  constructor(
    private readonly db: Database,
    private readonly entries: EntriesStore,
  ) {}

  /** Stores what is given about an attachment's file. */
  async describe(tx: Transaction, id: number, description: FileDescription): Promise<void> {
    const meta = new MetaWriter(tx);
    for (const [key, text] of metaOf(description)) await meta.setText(id, key, text);
  }

  /** The same for a new attachment, which has no meta yet. */
  async describeNew(tx: Transaction, id: number, description: FileDescription): Promise<void> {
    await new MetaWriter(tx).addRows(metaOf(description).map(([key, value]) => ({ owner: id, key, value })));
  }

  /** The attachment that was made from a picture with this digest. */
  async coverOf(hash: string): Promise<number | undefined> {
    const { postmeta, posts } = this.db.tables;
    const [row] = await this.db.query<{ id: number }>(
      `SELECT p.ID AS id FROM ${postmeta} m JOIN ${posts} p ON p.ID = m.post_id AND p.post_status = 'inherit'
       WHERE m.meta_key = ? AND m.meta_value = ? ORDER BY p.ID DESC LIMIT 1`,
      [COVER_HASH, hash],
    );
    return row?.id;
  }

  /** Clears the attachment as featured image of all entries. */
  async forgetFeatured(tx: Transaction, id: number): Promise<void> {
    await new MetaWriter(tx).deleteValue(FEATURED_IMAGE, String(id));
  }

  /** IDs of the attachments that the user uploaded. */
  async uploadedBy(userId: number): Promise<number[]> {
    const where = { author: userId, type: 'attachment' };
    const rows = await this.db.manager.find(Post, { select: { id: true }, where, order: { id: 'ASC' } });
    return rows.map(({ id }) => id);
  }

  /** Which of the files are the original of an attachment. */
  async usedAmong(files: readonly string[]): Promise<Set<string>> {
    if (files.length === 0) return new Set();
    const { manager } = this.db;
    const rows = await manager.findBy(PostMeta, { key: FILE, value: In([...files]) });
    const owners = await manager.find(Post, {
      select: { id: true },
      where: { id: In(rows.map(({ owner }) => owner)) },
    });
    const existing = new Set(owners.map(({ id }) => id));
    return new Set(rows.flatMap(({ owner, value }) => (existing.has(owner) ? [value!] : [])));
  }

  /** The stored data of an attachment's file; undefined if it has none. */
  async attachedFile(id: number): Promise<AttachedFile | undefined> {
    const meta = await this.entries.meta(id, [FILE, DETAILS, ALT]);
    const file = meta.get(FILE) ?? '';
    if (file === '') return undefined;
    const stored = maybeUnserialize(meta.get(DETAILS) ?? '');
    const details = stored instanceof PhpArray ? stored : new PhpArray();
    const original = toText(details.get('original_image'));
    return {
      file,
      details,
      ...(original && { original }),
      sizes: namesIn(details.get('sizes')),
      alt: meta.get(ALT) ?? '',
    };
  }

  /** Marker of the last completed replacement of the file; undefined if it was never replaced. */
  async versionOf(id: number): Promise<string | undefined> {
    return (await this.entries.meta(id, [VERSION])).get(VERSION);
  }

  async focalPointOf(id: number): Promise<FocalPoint | undefined> {
    return parseFocalPoint((await this.entries.meta(id, [FOCAL_POINT_KEY])).get(FOCAL_POINT_KEY));
  }

  /** Files that an attachment had before, which entries may still show. */
  async backupsOf(id: number): Promise<PhpArray> {
    const stored = maybeUnserialize((await this.entries.meta(id, [BACKUPS])).get(BACKUPS) ?? '');
    return stored instanceof PhpArray ? stored : new PhpArray();
  }

  /** Paths of all files of an attachment: the original first, then its sizes and backups. */
  async filesOf(id: number): Promise<string[]> {
    const meta = await this.entries.meta(id, [FILE, DETAILS, BACKUPS]);
    const file = meta.get(FILE) ?? '';
    if (file === '') return [];
    const details = maybeUnserialize(meta.get(DETAILS) ?? '');
    const original = details instanceof PhpArray ? toText(details.get('original_image')) : '';
    const names = [
      ...(original === '' ? [] : [original]),
      ...namesIn(details instanceof PhpArray ? details.get('sizes') : undefined),
      ...namesIn(maybeUnserialize(meta.get(BACKUPS) ?? '')),
    ];
    return [...new Set([file, ...names.map((name) => posix.join(posix.dirname(file), posix.basename(name)))])];
  }
}

/** Keys and stored texts of what is given. */
function metaOf({
  file,
  details,
  alt,
  version,
  focalPoint,
  backups,
  cover,
  coverHash,
}: FileDescription): [string, string][] {
  const values: [string, PhpInput | undefined][] = [
    [FILE, file],
    [DETAILS, details],
    [ALT, alt],
    [VERSION, version],
    [FOCAL_POINT_KEY, focalPoint && formatFocalPoint(focalPoint)],
    [BACKUPS, backups],
    [FEATURED_IMAGE, cover],
    [COVER_HASH, coverHash],
  ];
  return values.flatMap(([key, value]) => (value === undefined ? [] : [[key, toStored(value)]]));
}

function namesIn(sizes: unknown): string[] {
  if (!(sizes instanceof PhpArray)) return [];
  return [...sizes.values()].flatMap((size) => (size instanceof PhpArray ? toText(size.get('file')) || [] : []));
}
