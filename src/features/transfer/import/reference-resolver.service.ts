import { Injectable } from '@nestjs/common';
import { ContentModel } from '../../../content-model/index.js';
import { Database, OptionsStore, type Transaction } from '../../../database/index.js';
import { needsSlug, uniqueSlug } from '../../../modules/entries/index.js';
import { Post, PostMeta, TermTaxonomy } from '../../../database/entities/index.js';
import { ImportReference } from './import.entities.js';
import { ImportStore, type StoredReference } from './import.store.js';

const PAGE = 500;

/** Resolves references to rows that were imported later. The rest wait for another file from the same site. */
@Injectable()
export class ReferenceResolverService {
  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly store: ImportStore,
    private readonly model: ContentModel,
  ) {}

  async resolve(importId: number): Promise<void> {
    for (
      let after = 0, page;
      (page = await this.store.referencesAfter(importId, after, PAGE)).length > 0;
      after = page.at(-1)!.id
    ) {
      const references = page;
      await this.db.transaction((tx) => this.resolvePage(tx, importId, references));
    }
  }

  private async resolvePage(tx: Transaction, importId: number, references: readonly StoredReference[]): Promise<void> {
    const targets = (...kinds: StoredReference['kind'][]) =>
      references.filter(({ kind }) => kinds.includes(kind)).map(({ target }) => Number(target));
    const entries = await this.store.mapped(importId, 'entry', targets('parent', 'entry meta'), tx);
    const terms = await this.store.mapped(importId, 'term', targets('term meta'), tx);
    const done: number[] = [];
    for (const reference of references) {
      const { kind, target } = reference;
      if (kind === 'term parent') {
        if (await this.setTermParent(tx, reference)) done.push(reference.id);
        continue;
      }
      const id = (kind === 'term meta' ? terms : entries).get(Number(target));
      if (id === undefined) continue;
      if (kind === 'parent') await this.setParent(tx, reference.owner, id);
      else await this.addMeta(tx, reference, id);
      done.push(reference.id);
    }
    await tx.delete(ImportReference, { id: done });
  }

  /** Only now is it known where the entry lives, and so whether its slug is free there. */
  private async setParent(tx: Transaction, id: number, parent: number): Promise<void> {
    const row = await tx.manager.findOne(Post, { select: { slug: true, type: true, status: true }, where: { id } });
    if (!row || id === parent) return;
    const hierarchical = this.model.types.get(row.type)?.hierarchical ?? false;
    let { slug } = row;
    if (hierarchical && slug !== '' && needsSlug(row.status)) {
      const permalinkStructure = await this.options.text('permalink_structure');
      slug = await uniqueSlug(tx, this.db, {
        slug,
        id,
        parent,
        type: row.type,
        hierarchical,
        permalinkStructure,
        current: slug,
      });
    }
    await tx.update(Post, { id }, { parent, slug });
  }

  private async addMeta(tx: Transaction, { owner, name }: StoredReference, id: number): Promise<void> {
    if (await tx.manager.existsBy(Post, { id: owner }))
      await tx.insert(PostMeta, { owner, key: name, value: String(id) });
  }

  private async setTermParent(tx: Transaction, { owner, name, target }: StoredReference): Promise<boolean> {
    const named = await this.store.terms(tx, [target], [name]);
    const above = named.find(({ termTaxonomyId }) => termTaxonomyId !== owner);
    if (!above) return false;
    await tx.update(TermTaxonomy, { id: owner }, { parent: above.termId });
    return true;
  }
}
