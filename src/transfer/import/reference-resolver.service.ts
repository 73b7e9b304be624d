import { Injectable } from '@nestjs/common';
import { ContentModel } from '../../site/model/content-model.js';
import { needsSlug, uniqueSlug } from '../../modules/entries/write/slugs.js';
import { Database, type Transaction } from '../../database/database.js';
import { Post, TermTaxonomy } from '../../database/entities/index.js';
import { OptionsStore } from '../../database/options.store.js';
import { ImportStore, ReferencesStore, type StoredReference } from './import.store.js';

const PAGE = 500;

/** Resolves references to rows that were imported later. The rest wait for another file from the same site. */
@Injectable()
export class ReferenceResolverService {
  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly store: ImportStore,
    private readonly references: ReferencesStore,
    private readonly model: ContentModel,
  ) {}

  async resolve(importId: number): Promise<void> {
    for (
      let after = 0, page;
      (page = await this.references.after(importId, after, PAGE)).length > 0;
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
    await this.references.delete(tx, done);
  }

  /** Only now is it known where the entry lives, and so whether its slug is free there. */
  private async setParent(tx: Transaction, id: number, parent: number): Promise<void> {
    const { posts } = this.db.tables;
    const [row] = await tx.query<{ slug: string; type: string; status: string }>(
      `SELECT post_name AS slug, post_type AS type, post_status AS status FROM ${posts} WHERE ID = ?`,
      [id],
    );
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
    await tx.manager.update(Post, { id }, { parent, slug });
  }

  private async addMeta(tx: Transaction, { owner, name }: StoredReference, id: number): Promise<void> {
    const { posts, postmeta } = this.db.tables;
    await tx.execute(
      `INSERT INTO ${postmeta} (post_id, meta_key, meta_value) SELECT ID, ?, ? FROM ${posts} WHERE ID = ?`,
      [name, String(id), owner],
    );
  }

  private async setTermParent(tx: Transaction, { owner, name, target }: StoredReference): Promise<boolean> {
    const { terms, term_taxonomy } = this.db.tables;
    const [above] = await tx.query<{ id: number }>(
      `SELECT t.term_id AS id FROM ${terms} t JOIN ${term_taxonomy} tt ON tt.term_id = t.term_id ` +
        'WHERE t.slug = ? AND tt.taxonomy = ? AND tt.term_taxonomy_id <> ? ORDER BY t.term_id LIMIT 1',
      [target, name, owner],
    );
    if (!above) return false;
    await tx.manager.update(TermTaxonomy, { id: owner }, { parent: above.id });
    return true;
  }
}
