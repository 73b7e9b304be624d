import { Inject, Injectable } from '@nestjs/common';
import { SYSTEM } from '../../../access/index.js';
import { ContentModel } from '../../../content-model/index.js';
import { Database, OptionsStore, type Transaction } from '../../../database/index.js';
import { ContentEvents } from '../../../hooks/index.js';
import { emitEntryEvents } from '../../../modules/entries/index.js';
import { SiteService } from '../../../site/index.js';
import { type Post } from '../../../database/entities/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { AttachmentFilesService, type AttachmentFile, metaWith } from './attachment-files.service.js';
import { type Authors } from './author-import.service.js';
import { movedStems, stemDigest } from './address-rewriter.service.js';
import { type ImportListener, type ImportOptions, type ImportReport, ImportStore } from './import.store.js';
import { ItemImportService, type NewItem, type WrittenItems } from './item-import.service.js';
import { ImportHooksService, type Refused } from './import-hooks.service.js';
import { itemProblem } from './item-values.js';
import { ensureTerms, storableTerm, termKey } from './term-import.js';
import { type WxrItem, type WxrTerm } from './wxr-records.js';
import { groupBy } from '../bulk-rows.js';

/** An item and the line at which it begins in the file. */
export interface PlacedItem {
  item: WxrItem;
  line: number;
}

interface BatchContext extends ImportOptions {
  authors: Authors;
  report: ImportReport;
  listener: ImportListener;
  position: { bytes: number; items: number };
}

/** Imports the records of one transaction. */
@Injectable()
export class BatchImportService {
  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly sites: SiteService,
    private readonly store: ImportStore,
    private readonly items: ItemImportService,
    private readonly attachments: AttachmentFilesService,
    private readonly model: ContentModel,
    private readonly hooks: ImportHooksService,
    private readonly events: ContentEvents,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Returns the number of new records. */
  async writeTerms(importId: number, terms: readonly WxrTerm[], listener: ImportListener): Promise<number> {
    const { text: slugs } = this.profile;
    const storable = terms.flatMap((term) => storableTerm(term, slugs) ?? []);
    if (storable.length === 0) return 0;
    return this.db.transaction(async (tx) => {
      const decide = (term: WxrTerm) => this.hooks.decideTerm(tx, term, noteRefusals(listener));
      const { terms, created, pending } = await ensureTerms(tx, this.store, this.options, this.model, storable, decide);
      const ids = new Map(
        storable.flatMap((term) => {
          const termId = terms.get(termKey(term))?.termId;
          return term.id > 0 && termId !== undefined ? [[term.id, termId]] : [];
        }),
      );
      await this.store.saveMapping(tx, importId, 'term', ids);
      await this.store.addReferences(tx, importId, pending);
      return created;
    });
  }

  async writeItems(importId: number, placed: readonly PlacedItem[], context: BatchContext): Promise<void> {
    const { report } = context;
    const items = placed.filter((candidate) => this.isAcceptable(candidate, context)).map(({ item }) => item);
    const imported = await importedItems(this.store, importId, items);
    report.alreadyHere += imported.size;
    const fresh = items.filter((item) => !imported.has(item));
    const files = new Map<WxrItem, AttachmentFile>();
    let stored = new Set<WxrItem>();
    try {
      const prepared = await this.prepare(fresh, files, context);
      const late = await this.importMissingFiles(imported, files, context);
      const users = await this.users(fresh, context.authors);
      const written = await this.db.transaction(async (tx) => {
        const refused = noteRefusals(context.listener);
        const accepted = await this.hooks.decideItems(tx, prepared, refused);
        const outcome = await this.items.write(tx, importId, accepted, {
          userOf: (id) => users.get(id) ?? 0,
          decideTerm: (term) => this.hooks.decideTerm(tx, term, refused),
        });
        for (const [{ type, status, title, slug }, id] of outcome.ids)
          await emitEntryEvents(this.events, tx, { after: { id, type, status, title, slug }, principal: SYSTEM });
        for (const [item, id] of late) await this.store.describeFile(tx, id, files.get(item)?.meta ?? new Map());
        await this.remember(tx, importId, new Map([...imported, ...outcome.ids]));
        await this.rememberFiles(
          tx,
          importId,
          new Map([...files].filter(([item]) => outcome.ids.has(item) || late.has(item))),
        );
        await this.store.saveProgress(tx, importId, context.position.bytes, context.position.items);
        return outcome;
      });
      stored = new Set([...files.keys()].filter((item) => written.ids.has(item) || late.has(item)));
      report.refused += fresh.length - written.ids.size;
      count(report, written, stored.size);
    } finally {
      for (const [item, file] of files) await file.settle(stored.has(item));
    }
  }

  private isAcceptable({ item, line }: PlacedItem, { report, listener }: BatchContext): boolean {
    if (item.status === 'auto-draft') return false;
    const problem = itemProblem(item);
    if (problem === undefined) return true;
    report.refused++;
    listener.note(`Line ${line}: an item was left out, because ${problem}.`);
    return false;
  }

  /** Files are stored before the transaction, so that no row lacks its file. */
  private async prepare(
    items: readonly WxrItem[],
    files: Map<WxrItem, AttachmentFile>,
    context: BatchContext,
  ): Promise<NewItem[]> {
    const site = await this.sites.current();
    const prepared: NewItem[] = [];
    for (const item of items) {
      const file =
        item.type === 'attachment' ? await this.attachments.importFile(item, context.files, site) : undefined;
      if (file) files.set(item, file);
      else if (item.type === 'attachment') this.missing(item, context);
      const author = await context.authors.idOf(item.creator);
      prepared.push({
        item,
        author,
        mimeType: this.attachments.mimeTypeOf(item),
        meta: metaWith(item.meta, file?.meta),
      });
    }
    return prepared;
  }

  /** Files of attachments that an earlier run imported without them; the attachments by item. */
  private async importMissingFiles(
    imported: ReadonlyMap<WxrItem, number>,
    files: Map<WxrItem, AttachmentFile>,
    context: BatchContext,
  ): Promise<Map<WxrItem, number>> {
    const late = new Map<WxrItem, number>();
    const attachments = [...imported].filter(([item]) => item.type === 'attachment');
    const hasSource = context.files.fetch || context.files.folder !== undefined;
    if (!hasSource || attachments.length === 0) return late;
    const site = await this.sites.current();
    const paths = await this.store.attachedFiles(attachments.map(([, id]) => id));
    for (const [item, id] of attachments) {
      if (!(await this.attachments.isMissing(item, paths.get(id)))) continue;
      const file = await this.attachments.importFile(item, context.files, site);
      if (file) {
        files.set(item, file);
        late.set(item, id);
      } else this.missing(item, context);
    }
    return late;
  }

  private missing(item: WxrItem, { report, listener, files }: BatchContext): void {
    report.filesMissing++;
    if (files.fetch || files.folder !== undefined)
      listener.note(`The file of attachment ${item.id} is not available: ${item.attachmentUrl}`);
  }

  private async users(items: readonly WxrItem[], authors: Authors): Promise<Map<number, number>> {
    const numbers = new Set(
      items.flatMap((item) => item.comments.map((comment) => comment.author)).filter((id) => id > 0),
    );
    return new Map(
      await Promise.all([...numbers].map(async (number) => [number, await authors.idOfNumber(number)] as const)),
    );
  }

  private async remember(tx: Transaction, importId: number, ids: ReadonlyMap<WxrItem, number>): Promise<void> {
    await this.store.saveMapping(
      tx,
      importId,
      'entry',
      new Map([...ids].filter(([item]) => item.id > 0).map(([item, id]) => [item.id, id])),
    );
  }

  private async rememberFiles(
    tx: Transaction,
    importId: number,
    files: ReadonlyMap<WxrItem, AttachmentFile>,
  ): Promise<void> {
    for (const [item, file] of files) {
      for (const [stem, address] of movedStems(item, file))
        await this.store.saveFileAddress(tx, importId, stemDigest(stem), address);
    }
  }
}

function count(report: ImportReport, written: WrittenItems, files: number): void {
  report.imported += written.ids.size;
  report.comments += written.comments;
  report.terms += written.terms;
  report.filesBrought += files;
}

const MAX_GUID_LENGTH = 255;

/**
 * Finds the items that already exist, and their entries: by the state of earlier imports, otherwise by GUID. Both must match
 * the entry itself, since entries may have been deleted and two sites may have used the same URL.
 */
async function importedItems(
  store: ImportStore,
  importId: number,
  items: readonly WxrItem[],
): Promise<Map<WxrItem, number>> {
  const mapped = await store.mapped(
    importId,
    'entry',
    items.map((item) => item.id).filter((id) => id > 0),
  );
  const rows = await store.entriesById([...mapped.values()]);
  const imported = new Map<WxrItem, number>();
  for (const item of items) {
    const row = rows.get(mapped.get(item.id) ?? 0);
    if (row && isSame(item, row)) imported.set(item, row.id);
  }
  const unknown = items.filter((item) => !imported.has(item) && item.guid !== '');
  const hasSlug = ({ slug }: WxrItem) => slug !== '';
  // GUIDs are not indexed. Drafts have no slug.
  const slugs = new Set(unknown.filter(hasSlug).map(({ slug }) => slug));
  const candidates = groupBy(
    [
      ...(await store.entriesBySlug([...slugs])),
      ...(await store.entriesByDate(unknown.filter((item) => !hasSlug(item)))),
    ],
    ({ guid }) => guid,
  );
  for (const item of unknown) {
    const same = candidates.get(item.guid.slice(0, MAX_GUID_LENGTH))?.find((row) => isSame(item, row));
    if (same) imported.set(item, same.id);
  }
  return imported;
}

/** An entry may have been edited since, but hardly in every respect. */
function isSame(item: WxrItem, row: Post): boolean {
  if (row.type !== item.type || (item.guid !== '' && row.guid !== item.guid.slice(0, MAX_GUID_LENGTH))) return false;
  return (item.slug !== '' && row.slug === item.slug) || row.date === item.date || row.title === item.title;
}

function noteRefusals(listener: ImportListener): Refused {
  return (what, reason) => listener.note(`${what} was left out, because a hook refused it: ${reason}`);
}
