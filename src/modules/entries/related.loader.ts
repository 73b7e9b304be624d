import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { type MetaField } from '../../site/model/meta-fields.js';
import { MetaStore, type StoredMeta } from '../meta/meta.store.js';
import { type AssignedTerm } from '../terms/term.js';
import { TermsStore } from '../terms/terms.store.js';
import { EntriesStore, type EntryMeta } from './entries.store.js';
import { ATTACHMENT_META_KEYS, FEATURED_IMAGE } from './entry-sources.js';

export interface RevisionSummary {
  count: number;
  newest: number;
}

/** Which kinds of related rows a page of entries needs; each costs one query. */
export interface RelatedNeeds {
  meta: boolean;
  /** Also what attachments are shown by: file, details, text in its place. */
  files?: boolean;
  /** Taxonomies whose terms are wanted. */
  taxonomies: readonly string[];
  revisions: boolean;
  /** Declared meta that is shown. */
  metaFields?: readonly MetaField[];
}

/** Rows of other tables that belong to a page of entries. */
export interface Related {
  meta: ReadonlyMap<number, EntryMeta>;
  /** By name. */
  terms: ReadonlyMap<number, readonly AssignedTerm[]>;
  revisions: ReadonlyMap<number, RevisionSummary>;
  declaredMeta: ReadonlyMap<number, StoredMeta>;
}

export const TEMPLATE = '_wp_page_template';

/** The ID of the featured image in the meta of an entry; 0 if there is none. */
export function featuredImage(meta: EntryMeta | undefined): number {
  return Number.parseInt(meta?.get(FEATURED_IMAGE) ?? '', 10) || 0;
}

@Injectable()
export class RelatedLoader {
  constructor(
    private readonly db: Database,
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    private readonly metaStore: MetaStore,
  ) {}

  async load(ids: readonly number[], needs: RelatedNeeds): Promise<Related> {
    const [meta, terms, revisions, declaredMeta] = await Promise.all([
      needs.meta
        ? this.entries.metas(ids, [FEATURED_IMAGE, TEMPLATE, ...(needs.files ? ATTACHMENT_META_KEYS : [])])
        : new Map<number, EntryMeta>(),
      this.terms.ofObjects(ids, needs.taxonomies),
      needs.revisions ? this.revisions(ids) : new Map<number, RevisionSummary>(),
      this.metaStore.load('post', ids, needs.metaFields ?? []),
    ]);
    return { meta, terms, revisions, declaredMeta };
  }

  /** How many revisions each entry has, autosaves included, and the newest of them. */
  private async revisions(ids: readonly number[]): Promise<Map<number, RevisionSummary>> {
    if (ids.length === 0) return new Map();
    const { concat, padded } = this.db.sql;
    const rows = await this.db.query<{ parent: number; count: number; newest: string }>(
      `SELECT post_parent AS parent, COUNT(*) AS count, MAX(${concat("COALESCE(post_date, '')", "' '", padded('ID'))}) AS newest FROM ${this.db.tables.posts} ` +
        `WHERE post_parent IN (${placeholders(ids.length)}) AND post_type = 'revision' AND post_status = 'inherit' GROUP BY post_parent`,
      ids,
    );
    return new Map(
      rows.map(({ parent, count, newest }) => [
        parent,
        { count, newest: Number(newest.slice(newest.lastIndexOf(' '))) },
      ]),
    );
  }
}
