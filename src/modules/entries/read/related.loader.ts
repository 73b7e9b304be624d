import { Injectable } from '@nestjs/common';
import { type MetaField } from '../../../content-model/meta-fields.js';
import { MetaStore, type StoredMeta } from '../../meta/meta.store.js';
import { type AssignedTerm } from '../../terms/term.js';
import { TermsStore } from '../../terms/terms.store.js';
import { EntriesStore, type RevisionSummary } from './entries.store.js';
import { type EntryMeta } from '../model/entry.js';
import { ATTACHMENT_META_KEYS, FEATURED_IMAGE } from '../model/entry-sources.js';

/** Which kinds of related rows a page of entries needs; each costs one query. */
export interface RelatedNeeds {
  meta: boolean;
  /** Also what attachments are shown by: file, details, text in its place. */
  files?: boolean;
  /** Taxonomies whose terms are requested. */
  taxonomies: readonly string[];
  revisions: boolean;
  /** Declared meta that is shown; not called for entries that come from the cache. */
  metaFields?: () => readonly MetaField[];
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
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    private readonly metaStore: MetaStore,
  ) {}

  async load(ids: readonly number[], needs: RelatedNeeds): Promise<Related> {
    const keys = needs.meta ? [FEATURED_IMAGE, TEMPLATE, ...(needs.files ? ATTACHMENT_META_KEYS : [])] : [];
    const [declaredMeta, terms, revisions] = await Promise.all([
      // All keys by one statement, also those that are not declared.
      this.metaStore.load('post', ids, [...keys.map((key) => ({ key })), ...(needs.metaFields?.() ?? [])]),
      this.terms.ofObjects(ids, needs.taxonomies),
      needs.revisions ? this.entries.revisionSummaries(ids) : new Map<number, RevisionSummary>(),
    ]);
    return { meta: firstValues(declaredMeta), terms, revisions, declaredMeta };
  }
}

function firstValues(stored: ReadonlyMap<number, StoredMeta>): Map<number, EntryMeta> {
  return new Map([...stored].map(([id, meta]) => [id, new Map([...meta].map(([key, [value = '']]) => [key, value]))]));
}
