import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ContentModel } from '../../../content-model/index.js';
import { Database, OptionsStore, type Transaction } from '../../../database/index.js';
import { FEATURED_IMAGE, lockSlugs, needsSlug, uniqueSlug } from '../../../modules/entries/index.js';
import { Post, PostMeta, TermRelationship } from '../../../database/entities/index.js';
import { PhpArray, toIdList } from '../../../text/php/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { insertRows } from '../bulk-rows.js';
import { commentCountOf, importComments } from './comment-import.js';
import { ImportStore, type PendingReference } from './import.store.js';
import { entryRow, isReusableId } from './item-values.js';
import { countTerms, type DecideTerm, ensureTerms, storableTerm, termKey } from './term-import.js';
import { type MetaValue, type WxrItem } from './wxr-records.js';

const MENU_PARENT = '_menu_item_menu_item_parent';
const MENU_OBJECT = '_menu_item_object_id';
const MENU_TYPE = '_menu_item_type';

/** The target of a meta value: an entry or term of the other site. */
interface MetaTarget {
  kind: Extract<PendingReference['kind'], 'entry meta' | 'term meta'>;
  id: number;
}

/** Undefined for values that are not IDs: nearly all. */
function metaTarget(item: WxrItem, { key, value }: MetaValue): MetaTarget | undefined {
  const id = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  if (id === 0) return undefined;
  if (key === FEATURED_IMAGE || key === MENU_PARENT) return { kind: 'entry meta', id };
  if (key !== MENU_OBJECT) return undefined;
  const menuType = item.meta.find((row) => row.key === MENU_TYPE)?.value;
  if (menuType === 'taxonomy') return { kind: 'term meta', id };
  // Custom links refer to themselves.
  return { kind: 'entry meta', id: menuType === 'custom' && item.id > 0 ? item.id : id };
}

const STICKY = 'sticky_posts';

/** A new item, with what had to be looked up before the transaction. */
export interface NewItem {
  item: WxrItem;
  author: number;
  mimeType: string;
  /** As stored: for an attachment whose file was renamed, not as in the export file. */
  meta: readonly MetaValue[];
}

/** What items refer to. */
interface ItemReferences {
  /** The local account of a user ID of the file. */
  readonly userOf: (id: number) => number;
  readonly decideTerm: DecideTerm;
}

export interface WrittenItems {
  ids: Map<WxrItem, number>;
  comments: number;
  terms: number;
}

/** Writes items with everything that belongs to them, in the caller's transaction. */
@Injectable()
export class ItemImportService {
  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly store: ImportStore,
    private readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async write(
    tx: Transaction,
    importId: number,
    items: readonly NewItem[],
    { userOf, decideTerm }: ItemReferences,
  ): Promise<WrittenItems> {
    const targets = await this.targets(tx, importId, items);
    const pending: PendingReference[] = [];
    const ids = await this.writeEntries(tx, items, targets.entries, pending);
    await this.writeMeta(tx, items, ids, targets, pending);
    const terms = await this.assignTerms(tx, items, ids, pending, decideTerm);
    const comments = await importComments(
      tx,
      items.map(({ item }) => ({ entryId: ids.get(item)!, comments: item.comments })),
      userOf,
    );
    await this.stick(
      tx,
      items.filter(({ item }) => item.isSticky).map(({ item }) => ids.get(item)!),
    );
    await this.store.addReferences(tx, importId, pending);
    return { ids, comments, terms };
  }

  /** Local rows that the items refer to, if they exist; the items themselves are added as they are written. */
  private async targets(
    tx: Transaction,
    importId: number,
    items: readonly NewItem[],
  ): Promise<{ entries: Map<number, number>; terms: Map<number, number> }> {
    const targets = items.flatMap(({ item, meta }) => meta.flatMap((value) => metaTarget(item, value) ?? []));
    const ids = (kind: PendingReference['kind']) =>
      targets.filter((target) => target.kind === kind).map((target) => target.id);
    const parents = items.map(({ item }) => item.parent).filter((parent) => parent > 0);
    return {
      entries: await this.store.mapped(importId, 'entry', [...new Set([...parents, ...ids('entry meta')])], tx),
      terms: await this.store.mapped(importId, 'term', [...new Set(ids('term meta'))], tx),
    };
  }

  /** Entries whose ID and slug are free are inserted together, the others afterwards, one by one. */
  private async writeEntries(
    tx: Transaction,
    items: readonly NewItem[],
    targets: Map<number, number>,
    pending: PendingReference[],
  ): Promise<Map<WxrItem, number>> {
    await lockSlugs(tx, this.db, slugsOf(items));
    const free = await this.freeIds(tx, items);
    for (const id of free) targets.set(id, id);
    const taken = await this.takenSlugs(tx, items);
    const ids = new Map<WxrItem, number>();
    const together: Post[] = [];
    const single: NewItem[] = [];
    for (const newItem of items) {
      const parent = targets.get(newItem.item.parent) ?? 0;
      const slugScope = this.slugScopeOf(newItem.item, parent);
      const isPlain =
        free.has(newItem.item.id) && !ids.has(newItem.item) && (slugScope === undefined || !taken.has(slugScope));
      if (!isPlain) {
        single.push(newItem);
        continue;
      }
      free.delete(newItem.item.id);
      if (slugScope !== undefined) taken.add(slugScope);
      ids.set(newItem.item, newItem.item.id);
      together.push({ id: newItem.item.id, ...this.row(newItem, newItem.item.slug, parent) });
    }
    await insertRows(tx, Post, together);
    for (const newItem of single) {
      const id = await this.writeSingle(
        tx,
        newItem,
        free.delete(newItem.item.id) ? newItem.item.id : undefined,
        targets,
      );
      ids.set(newItem.item, id);
      if (newItem.item.id > 0) targets.set(newItem.item.id, id);
    }
    for (const { item } of items) {
      if (item.parent > 0 && !targets.has(item.parent))
        pending.push({ kind: 'parent', owner: ids.get(item)!, name: '', target: String(item.parent) });
    }
    return ids;
  }

  private async writeSingle(
    tx: Transaction,
    newItem: NewItem,
    id: number | undefined,
    targets: ReadonlyMap<number, number>,
  ): Promise<number> {
    const { item } = newItem;
    const parent = targets.get(item.parent) ?? 0;
    const hierarchical = this.isHierarchical(item.type);
    const permalinkStructure = await this.options.text('permalink_structure');
    const slug =
      this.slugScopeOf(item, parent) === undefined
        ? item.slug
        : await uniqueSlug(tx, this.db, {
            slug: item.slug,
            id: 0,
            parent,
            type: item.type,
            hierarchical,
            permalinkStructure,
            current: item.slug,
          });
    const row = { ...(id !== undefined && { id }), ...this.row(newItem, slug, parent) };
    const { insertId } = await tx.insert(Post, row);
    return id ?? insertId;
  }

  private row({ item, author, mimeType }: NewItem, slug: string, parent: number): Omit<Post, 'id'> {
    return entryRow(item, { author, slug, parent, mimeType, commentCount: commentCountOf(item) });
  }

  private async freeIds(tx: Transaction, items: readonly NewItem[]): Promise<Set<number>> {
    const requestedIds = new Set(items.map(({ item }) => item.id).filter(isReusableId));
    const rows = await tx.manager.find(Post, { select: { id: true }, where: { id: In([...requestedIds]) } });
    for (const { id } of rows) requestedIds.delete(id);
    return requestedIds;
  }

  private async takenSlugs(tx: Transaction, items: readonly NewItem[]): Promise<Set<string>> {
    const rows = await tx.manager.find(Post, {
      select: { slug: true, type: true, parent: true },
      where: { slug: In(slugsOf(items)) },
    });
    return new Set(rows.map((row) => this.slugScope(row.type, row.parent, row.slug)));
  }

  private async writeMeta(
    tx: Transaction,
    items: readonly NewItem[],
    ids: ReadonlyMap<WxrItem, number>,
    targets: { entries: ReadonlyMap<number, number>; terms: ReadonlyMap<number, number> },
    pending: PendingReference[],
  ): Promise<void> {
    const rows: Partial<PostMeta>[] = [];
    for (const { item, meta } of items) {
      const owner = ids.get(item)!;
      for (const row of meta) {
        const target = metaTarget(item, row);
        const found = target && (target.kind === 'term meta' ? targets.terms : targets.entries).get(target.id);
        if (target && found === undefined)
          pending.push({ kind: target.kind, owner, name: row.key, target: String(target.id) });
        else rows.push({ owner, key: row.key, value: found === undefined ? row.value : String(found) });
      }
    }
    await insertRows(tx, PostMeta, rows);
  }

  /** Returns the number of created terms. */
  private async assignTerms(
    tx: Transaction,
    items: readonly NewItem[],
    ids: ReadonlyMap<WxrItem, number>,
    pending: PendingReference[],
    decideTerm: DecideTerm,
  ): Promise<number> {
    const { text: slugs } = this.profile;
    const termsOf = new Map(
      items.map(({ item }) => [item, item.terms.flatMap((term) => storableTerm(term, slugs) ?? [])]),
    );
    const terms = [...termsOf.values()].flat();
    if (terms.length === 0) return 0;
    const outcome = await ensureTerms(tx, this.store, this.options, this.model, terms, decideTerm);
    pending.push(...outcome.pending);
    const assigned = [...termsOf].flatMap(([item, terms]) => {
      const taxonomyRows = new Map(
        terms.flatMap((term) => {
          const stored = outcome.terms.get(termKey(term));
          return stored ? [[stored.termTaxonomyId, term.taxonomy]] : [];
        }),
      );
      return [...taxonomyRows].map(([termTaxonomyId, taxonomy]) => ({
        objectId: ids.get(item)!,
        termTaxonomyId,
        taxonomy,
        type: item.type,
        status: item.status,
      }));
    });
    const rows = assigned.map(({ objectId, termTaxonomyId }) => ({
      object: objectId,
      termTaxonomy: termTaxonomyId,
      order: 0,
    }));
    await insertRows(tx, TermRelationship, rows);
    await countTerms(tx, this.store, this.model, assigned);
    return outcome.created;
  }

  private async stick(tx: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const sticky = toIdList(await this.options.getForUpdate(tx, STICKY));
    await this.options.set(tx, STICKY, PhpArray.list([...new Set([...sticky, ...ids])]));
  }

  private isHierarchical(type: string): boolean {
    return this.model.types.get(type)?.hierarchical ?? false;
  }

  /** The scope in which a slug must be unique: entries of the type and, in a hierarchy, of the parent. */
  private slugScope(type: string, parent: number, slug: string): string {
    return `${type} ${this.isHierarchical(type) ? parent : 0} ${slug.toLowerCase()}`;
  }

  /** Undefined if the slug need not be unique: without one, for drafts, and while the parent is unknown. */
  private slugScopeOf(item: WxrItem, parent: number): string | undefined {
    if (item.slug === '' || !needsSlug(item.status)) return undefined;
    return item.parent > 0 && parent === 0 && this.isHierarchical(item.type)
      ? undefined
      : this.slugScope(item.type, parent, item.slug);
  }
}

function slugsOf(items: readonly NewItem[]): string[] {
  return [...new Set(items.map(({ item }) => item.slug).filter((slug) => slug !== ''))];
}
