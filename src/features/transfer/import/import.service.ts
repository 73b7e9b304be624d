import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AddressRewriterService } from './address-rewriter.service.js';
import { AuthorImportService, type Authors } from './author-import.service.js';
import { BatchImportService, type PlacedItem } from './batch-import.service.js';
import { type ImportListener, type ImportOptions, type ImportReport, ImportStore, newReport } from './import.store.js';
import { ReferenceResolverService } from './reference-resolver.service.js';
import { readWxr } from './wxr-reader.js';
import { type WxrRecord, type WxrTerm } from './wxr-records.js';

const MAX_ITEMS = 100;
const MAX_TERMS = 200;
/** Maximum total text size of a transaction, so that other writers get their turn. */
const MAX_CHARACTERS = 400_000;
/** Larger chunks create strings that are garbage-collected late. */
const CHUNK_BYTES = 32 * 1024;

/** Imports a WordPress export file into the site. */
@Injectable()
export class ImportService {
  constructor(
    private readonly store: ImportStore,
    private readonly authors: AuthorImportService,
    private readonly batches: BatchImportService,
    private readonly resolver: ReferenceResolverService,
    private readonly rewriter: AddressRewriterService,
  ) {}

  /**
   * Each item is written completely or not at all, and existing ones are skipped: repeating the call continues an interrupted
   * import, and repeating a complete one changes nothing.
   */
  async run(file: string, options: ImportOptions, listener: ImportListener): Promise<ImportReport> {
    const { size } = await stat(file);
    const report = newReport();
    const authors = await this.authors.begin(options);
    const run = new ImportRun(basename(file), report, authors, this.store, this.batches, options, listener);
    for await (const { records, bytes } of readWxr(createReadStream(file, { highWaterMark: CHUNK_BYTES }))) {
      for (const record of records) await run.take(record, bytes);
      listener.progress(bytes, size, report);
    }
    await run.flush(size);
    report.authors = authors.created;
    // Nothing to resolve if nothing was imported.
    if (report.imported > 0 || report.terms > 0 || report.filesBrought > 0 || report.isContinued) {
      await this.resolver.resolve(run.importId);
      report.textsRewritten = await this.rewriter.rewrite(run.importId);
    }
    await this.store.finish(run.importId);
    return report;
  }
}

/** Collects records until there are enough for a transaction. */
class ImportRun {
  importId = 0;
  private terms: WxrTerm[] = [];
  private items: PlacedItem[] = [];
  private characters = 0;
  private passed = 0;

  constructor(
    private readonly file: string,
    private readonly report: ImportReport,
    private readonly authors: Authors,
    private readonly store: ImportStore,
    private readonly batches: BatchImportService,
    private readonly options: ImportOptions,
    private readonly listener: ImportListener,
  ) {}

  async take(record: WxrRecord, bytes: number): Promise<void> {
    if (record.kind === 'channel') {
      const state = await this.store.begin(record.value.home, this.file);
      this.importId = state.id;
      this.report.from = record.value.home;
      this.report.isContinued = state.wasInterrupted;
    } else if (record.kind === 'author') {
      this.authors.declare(record.value);
    } else if (record.kind === 'term') {
      this.terms.push(record.value);
    } else {
      this.items.push({ item: record.value, line: record.line });
      this.characters +=
        record.value.content.length + record.value.comments.reduce((sum, { content }) => sum + content.length, 0);
    }
    const isEnough =
      this.terms.length >= MAX_TERMS || this.items.length >= MAX_ITEMS || this.characters >= MAX_CHARACTERS;
    if (isEnough) await this.flush(bytes);
  }

  async flush(bytes: number): Promise<void> {
    const { terms, items } = this;
    this.terms = [];
    this.items = [];
    this.characters = 0;
    if (terms.length > 0) this.report.terms += await this.batches.writeTerms(this.importId, terms, this.listener);
    if (items.length === 0) return;
    this.passed += items.length;
    const position = { bytes, items: this.passed };
    await this.batches.writeItems(this.importId, items, {
      ...this.options,
      authors: this.authors,
      report: this.report,
      listener: this.listener,
      position,
    });
  }
}
