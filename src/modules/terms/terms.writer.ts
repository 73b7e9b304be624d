import { type TextRules } from '../../text/text-rules.js';
import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import {
  fitsColumn,
  Term as TermRow,
  TermRelationship,
  TermTaxonomy,
  ValueTooLong,
} from '../../database/entities/index.js';
import { lockNames } from '../../database/named-locks.js';
import { type Principal, SYSTEM } from '../../access/principal.js';
import { OptionsStore } from '../../database/options.store.js';
import { TransactionEvent } from '../../database/transaction-event.js';
import { ContentEvents } from '../../hooks/content-events.service.js';
import { WriteHooks } from '../../hooks/write-hooks.service.js';
import { ContentModel } from '../../content-model/content-model.js';
import { isTruthy } from '../../text/php/php-values.js';
import { lowerAscii, trimAscii } from '../../text/php-strings.js';
import { numberedSlug, slugify, type SlugOptions } from '../../text/slug.js';
import type { Taxonomy } from '../../content-model/taxonomies.js';
import { type MetaChange, MetaStore } from '../meta/meta.store.js';
import { type Term, ancestorsOf, type TermNode } from './term.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { TermsStore } from './terms.store.js';
import { lockForUpdate } from '../../database/lock-parents.js';
import { recountTerms } from './term-counts.store.js';
import { filterCommentHtml, filterTermDescription } from '../../text/sanitize/kses.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { cleanTextField } from '../../text/clean.js';

/** The requested values of a term; absent ones stay unchanged, or empty. */
export interface TermTexts {
  name?: string;
  slug?: string;
  description?: string;
  parent?: number;
  meta?: readonly MetaChange[];
}

export type TermRefusal =
  | { refused: 'gone' | 'unknown_parent' | 'empty_name' }
  | { refused: 'exists'; id: number }
  | { refused: 'slug_taken'; slug: string };

/** Who writes a term, and what else the transaction does. */
export interface TermWrite {
  /** The requester; the system by default. */
  readonly principal?: Principal;
  /** Runs in the transaction, after the term has been written, or before it is deleted. */
  readonly also?: (tx: Transaction, id: number) => Promise<void>;
}

export type TermOutcome = { id: number } | TermRefusal;

/** The values that hooks see. */
const HOOKED = ['name', 'slug', 'description', 'parent'];
const MAX_SLUG_BYTES = 200;
const FIRST_BATCH = 8;
const MAX_BATCH = 512;

/** Creates, changes and deletes terms, each in one transaction with all consequences. */
@Injectable()
export class TermsWriter {
  /** Terms that were deleted, in the transaction that deletes them. */
  readonly onDelete = new TransactionEvent<[term: Term]>();
  private readonly html: TextRules;

  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly store: TermsStore,
    private readonly model: ContentModel,
    private readonly meta: MetaStore,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
    @Inject(PROFILE) { text }: Profile,
  ) {
    this.html = text.rules;
  }

  /** The name as a term with it is stored. */
  storedName(name: string): string {
    return cleanTermName(name, this.html);
  }

  create(
    taxonomy: Taxonomy,
    proposed: TermTexts & { name: string },
    slugs: SlugOptions,
    { principal = SYSTEM, also }: TermWrite = {},
  ): Promise<TermOutcome> {
    return this.write(taxonomy, async (tx) => {
      const about = { action: 'create', taxonomy: taxonomy.name, id: undefined, before: undefined, principal } as const;
      const texts = await this.hooks.decide('term', tx, about, proposed, HOOKED);
      const { parent = 0 } = texts;
      const name = this.storedName(texts.name);
      if (await this.isUnknown(tx, taxonomy, parent)) return { refused: 'unknown_parent' };
      if (name === '') return { refused: 'empty_name' };
      if (!fitsColumn(TermRow, 'name', name)) throw new ValueTooLong('name');
      const ownSlug = sentSlug(texts.slug, slugs);
      const requested = ownSlug || slugify(name, slugs);
      const holder = requested === '' ? undefined : await this.store.bySlug(requested, taxonomy.name, tx);
      const conflictingTerm = await this.conflictingTerm(
        tx,
        taxonomy,
        { name, parent, slug: requested, hasOwnSlug: ownSlug !== '' },
        holder,
      );
      if (conflictingTerm) return { refused: 'exists', id: conflictingTerm.id };
      const slug = holder ? await this.freeSlug(tx, taxonomy, requested, { id: 0, parent }) : requested;
      // Descriptions are filtered whatever the requester's capabilities.
      const description = filterTermDescription(texts.description ?? '', this.html);
      const id = await this.insert(tx, taxonomy, { name, slug, parent, description });
      await this.meta.write(tx, 'term', id, texts.meta ?? []);
      await also?.(tx, id);
      await this.emit(tx, 'term.created', principal, { id, taxonomy: taxonomy.name, name, slug: slug || String(id) });
      return { id };
    });
  }

  update(
    taxonomy: Taxonomy,
    id: number,
    requested: TermTexts,
    slugs: SlugOptions,
    { principal = SYSTEM, also }: TermWrite = {},
  ): Promise<TermOutcome> {
    return this.write(taxonomy, async (tx) => {
      const term = await this.store.byId(id, taxonomy.name, tx);
      if (!term) return { refused: 'gone' };
      const about = { action: 'update', taxonomy: taxonomy.name, id, before: term, principal } as const;
      const changes = await this.hooks.decide('term', tx, about, requested, HOOKED);
      if (await this.isUnknown(tx, taxonomy, changes.parent ?? 0)) return { refused: 'unknown_parent' };
      const name = changes.name === undefined ? term.name : this.storedName(changes.name);
      if (name === '') return { refused: 'empty_name' };
      if (!fitsColumn(TermRow, 'name', name)) throw new ValueTooLong('name');
      const parent =
        changes.parent === undefined ? term.parent : await this.withoutCircle(tx, taxonomy, id, changes.parent);
      const slug = await this.changedSlug(tx, taxonomy, term, { name, parent, slug: changes.slug }, slugs);
      if (slug === undefined) return { refused: 'slug_taken', slug: slugify(changes.slug ?? '', slugs) };
      const description =
        changes.description === undefined ? term.description : filterTermDescription(changes.description, this.html);
      await this.save(tx, { ...term, name, slug, parent, description });
      await this.meta.write(tx, 'term', id, changes.meta ?? []);
      await also?.(tx, id);
      await this.emit(tx, 'term.updated', principal, { ...term, name, slug });
      return { id };
    });
  }

  /** Posts left without a term of the taxonomy get `fallback`, if there is one. */
  delete(
    taxonomy: Taxonomy,
    id: number,
    fallback: number,
    { principal = SYSTEM, also }: TermWrite = {},
  ): Promise<TermOutcome> {
    return this.write(taxonomy, async (tx) => {
      const term = await this.store.byId(id, taxonomy.name, tx);
      if (!term) return { refused: 'gone' };
      const about = { action: 'delete', taxonomy: taxonomy.name, id, before: term, principal } as const;
      await this.hooks.decide('term', tx, about, {}, HOOKED);
      await also?.(tx, id);
      const successor =
        fallback > 0
          ? await this.store.byId(await this.store.inLanguageOf(term, fallback), taxonomy.name, tx)
          : undefined;
      await this.deleteTerm(tx, term, successor);
      await this.onDelete.emit(tx, term);
      await this.emit(tx, 'term.deleted', principal, term);
      return { id };
    });
  }

  private emit(
    tx: Transaction,
    event: 'term.created' | 'term.updated' | 'term.deleted',
    principal: Principal,
    { id, taxonomy, name, slug }: Pick<Term, 'id' | 'taxonomy' | 'name' | 'slug'>,
  ): Promise<void> {
    return this.events.emit(tx, event, principal, { id, taxonomy, name, slug });
  }

  /** One writer of terms at a time: names and slugs that were free when checked must still be free when written. */
  private write(taxonomy: Taxonomy, work: (tx: Transaction) => Promise<TermOutcome>): Promise<TermOutcome> {
    return this.db.transaction(async (tx) => {
      await lockNames(tx, this.db, ['terms']);
      const outcome = await work(tx);
      // WordPress caches the term hierarchy in this option, which is now stale.
      if (taxonomy.hierarchical && !('refused' in outcome)) await this.options.delete(tx, `${taxonomy.name}_children`);
      return outcome;
    });
  }

  private async isUnknown(tx: Transaction, taxonomy: Taxonomy, parent: number): Promise<boolean> {
    return parent !== 0 && (await this.store.byId(parent, taxonomy.name, tx)) === undefined;
  }

  /**
   * The existing term a new one duplicates: one with the same name, unless the new one has a free slug of its own. In a
   * hierarchy only siblings count; a name in another spelling conflicts only if the slug does.
   */
  private async conflictingTerm(
    tx: Transaction,
    { name: taxonomy, hierarchical }: Taxonomy,
    requested: { name: string; parent: number; slug: string; hasOwnSlug: boolean },
    holder: Term | undefined,
  ): Promise<Term | undefined> {
    const named = (await this.store.named(requested.name, taxonomy, tx)).filter(
      (term) =>
        lowerAscii(term.name) === lowerAscii(requested.name) && (!hierarchical || term.parent === requested.parent),
    );
    const [first] = named;
    if (!first) return undefined;
    const sameSlug = !requested.hasOwnSlug || first.slug === requested.slug;
    if (!hierarchical) return sameSlug || holder ? first : undefined;
    if (sameSlug && named.some((term) => term.name === requested.name)) return first;
    return holder?.parent === requested.parent ? holder : undefined;
  }

  private async freeSlug(
    tx: Transaction,
    taxonomy: Taxonomy,
    requested: string,
    place: { id: number; parent: number },
  ): Promise<string> {
    const tree = taxonomy.hierarchical
      ? await this.store.withAncestors([place.parent], taxonomy.name, tx)
      : new Map<number, never>();
    return this.extendedSlug(tx, requested, ancestorsOf(place, tree));
  }

  /** Undefined if the requested slug belongs to another term and the change gives no reason to choose one. */
  private async changedSlug(
    tx: Transaction,
    taxonomy: Taxonomy,
    term: Term,
    proposed: { name: string; parent: number; slug?: string },
    slugs: SlugOptions,
  ): Promise<string | undefined> {
    if (proposed.slug === undefined) return term.slug;
    const ownSlug = sentSlug(proposed.slug, slugs);
    const requested = ownSlug || slugify(proposed.name, slugs);
    if (requested === '') return String(term.id);
    const holder = await this.store.bySlug(requested, taxonomy.name, tx);
    if (!holder || holder.id === term.id) return requested;
    if (ownSlug !== '' && proposed.parent === term.parent) return undefined;
    return this.freeSlug(tx, taxonomy, requested, { id: term.id, parent: proposed.parent });
  }

  /** A term cannot be its own descendant: it becomes top-level. */
  private async withoutCircle(tx: Transaction, taxonomy: Taxonomy, id: number, parent: number): Promise<number> {
    return (await this.store.withAncestors([parent], taxonomy.name, tx)).has(id) ? 0 : parent;
  }

  private async insert(
    tx: Transaction,
    taxonomy: Taxonomy,
    term: Pick<Term, 'name' | 'slug' | 'parent' | 'description'>,
  ): Promise<number> {
    const { name, slug, description, parent } = term;
    const { insertId: id } = await tx.insert(TermRow, { name, slug });
    if (slug === '') await tx.update(TermRow, { id }, { slug: String(id) });
    await tx.insert(TermTaxonomy, { term: id, taxonomy: taxonomy.name, description, parent });
    return id;
  }

  private async save(tx: Transaction, term: Term): Promise<void> {
    const { id, termTaxonomyId, name, slug, description, parent } = term;
    await tx.update(TermRow, { id }, { name, slug });
    await tx.update(TermTaxonomy, { id: termTaxonomyId }, { description, parent });
  }

  /** Deletes a term: its children move up, and objects without another term of the taxonomy get the fallback. */
  private async deleteTerm(tx: Transaction, term: Term, fallback: Term | undefined): Promise<void> {
    await lockForUpdate(tx, this.db, 'term_taxonomy', [term.termTaxonomyId, fallback?.termTaxonomyId ?? 0]);
    await tx.update(TermTaxonomy, { taxonomy: term.taxonomy, parent: term.id }, { parent: term.parent });
    if (fallback && fallback.id !== term.id) await this.store.assignFallback(tx, term, fallback);
    await tx.delete(TermRelationship, { termTaxonomy: term.termTaxonomyId });
    await tx.delete(TermTaxonomy, { id: term.termTaxonomyId });
    // In old databases several taxonomies may share a row of the terms table; it is kept as long as one uses it.
    if (!(await tx.manager.existsBy(TermTaxonomy, { term: term.id }))) {
      await new MetaWriter(tx, 'term').deleteAll([term.id]);
      await tx.delete(TermRow, { id: term.id });
    }
    if (fallback) await recountTerms(tx, this.db, this.model, [fallback.termTaxonomyId]);
  }

  /**
   * A slug for a term whose requested one exists: with the slugs of its ancestors as suffixes (nearest first) until it is free,
   * then with the first free number. It must be unique in all taxonomies.
   */
  private async extendedSlug(tx: Transaction, requested: string, ancestors: readonly TermNode[]): Promise<string> {
    const extended: string[] = [];
    for (const { slug } of ancestors) {
      const longer = `${extended.at(-1) ?? requested}-${slug}`;
      if (longer.length > MAX_SLUG_BYTES) break;
      extended.push(longer);
    }
    const free = await this.store.firstFreeSlug(tx, extended);
    if (free !== undefined) return free;
    const base = extended.at(-1) ?? requested;
    for (let first = 2, size = FIRST_BATCH; ; first += size, size = Math.min(size * 2, MAX_BATCH)) {
      const candidates = Array.from({ length: size }, (_, index) => numberedSlug(base, first + index));
      const numbered = await this.store.firstFreeSlug(tx, candidates);
      if (numbered !== undefined) return numbered;
    }
  }
}

/** As in WordPress, `0` is no slug. */
function sentSlug(slug: string | undefined, options: SlugOptions): string {
  return isTruthy(slug) ? slugify(slug ?? '', options) : '';
}

/** A single line without markup, escaped as names are stored; may be empty. */
export function cleanTermName(name: string, rules?: TextRules): string {
  // Tags that the filter allows, made of a loose angle bracket, are text.
  const filtered = filterCommentHtml(cleanTextField(name), rules).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return trimAscii(filtered);
}
