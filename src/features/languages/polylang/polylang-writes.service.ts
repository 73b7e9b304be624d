import { Injectable } from '@nestjs/common';
import { type Principal, siteFacts } from '../../../access/index.js';
import { ContentModel } from '../../../content-model/index.js';
import { Database, type Transaction } from '../../../database/index.js';
import { EntriesStore, mayEdit } from '../../../modules/entries/index.js';
import { recountTerms } from '../../../modules/terms/index.js';
import { type Site } from '../../../site/index.js';
import { Post, TermRelationship, TermTaxonomy } from '../../../database/entities/index.js';
import { type LanguageWrites } from '../language-writes.js';
import { cannotTranslate, invalidTranslation, unknownLanguage } from '../languages.errors.js';
import { countMembers, LANGUAGE, type PolylangLanguage, PolylangStore, type Subject } from './polylang.store.js';
import { PolylangSource } from './polylang.source.js';
import { TranslationGroups } from './translation-groups.js';

/** Writes languages and translations as Polylang does. */
@Injectable()
export class PolylangWritesService implements LanguageWrites {
  constructor(
    private readonly db: Database,
    private readonly store: PolylangStore,
    private readonly source: PolylangSource,
    private readonly entries: EntriesStore,
    private readonly model: ContentModel,
  ) {}

  /** The entry's terms become those of the language. */
  async setEntryLanguage(tx: Transaction, id: number, slug: string): Promise<void> {
    if (!(await this.setLanguage(tx, 'entry', id, slug))) return;
    await this.translateAssigned(tx, id, slug);
  }

  async setTermLanguage(tx: Transaction, id: number, slug: string): Promise<void> {
    await this.setLanguage(tx, 'term', id, slug);
    const groups = this.groups(tx, 'term');
    // Terms have a group even if nothing translates them.
    if (!(await groups.lock(id))) await groups.save(id, new Map([[slug, id]]));
  }

  async translateEntry(tx: Transaction, id: number, translations: Readonly<Record<string, number>>): Promise<void> {
    const ids = Object.values(translations);
    const rows = await tx.find(Post, ['id', 'type'], { id: [id, ...ids] });
    const types = new Map(rows.map((row) => [Number(row.id), row.type]));
    await this.translate(tx, 'entry', id, translations, (other) => types.get(other) === types.get(id));
  }

  async translateTerm(tx: Transaction, id: number, translations: Readonly<Record<string, number>>): Promise<void> {
    const ids = Object.values(translations);
    const rows = await tx.find(TermTaxonomy, ['term', 'taxonomy'], { term: [id, ...ids] });
    const taxonomies = new Map(rows.map((row) => [Number(row.term), row.taxonomy]));
    await this.translate(tx, 'term', id, translations, (other) => taxonomies.get(other) === taxonomies.get(id));
  }

  async assertMayTranslate(tx: Transaction, site: Site, principal: Principal, ids: readonly number[]): Promise<void> {
    if (principal.isSystem) return;
    const found = await this.entries.byIds([...new Set(ids)], { content: false, from: tx });
    const facts = siteFacts(site);
    if ([...found.values()].some((entry) => !mayEdit(principal, entry, facts))) throw cannotTranslate(principal);
  }

  /** IDs of terms as those that translate them; those that nothing translates into the language are left out. */
  async termsIn(tx: Transaction, ids: readonly number[], language: string): Promise<Map<number, number | undefined>> {
    const unique = [...new Set(ids)];
    const [languages, translations] = await Promise.all([
      this.store.languagesOf('term', unique, tx),
      this.store.translationsOf('term', unique, tx),
    ]);
    return new Map(
      unique.map((id) => {
        const own = languages.get(id);
        return [id, own === undefined || own === language ? id : translations.get(id)?.get(language)];
      }),
    );
  }

  groups(tx: Transaction, subject: Subject): TranslationGroups {
    return new TranslationGroups(tx, this.db, this.store, subject);
  }

  async language(tx: Transaction, slug: string): Promise<PolylangLanguage> {
    const found = (await this.store.languages(tx)).find((language) => language.slug === slug);
    if (!found) throw unknownLanguage();
    return found;
  }

  /** Removes a term that was deleted from its language and its translations. */
  async forgetTerm(tx: Transaction, id: number): Promise<void> {
    await this.groups(tx, 'term').leave(id);
    const languages = (await this.store.languages(tx)).flatMap(({ ofTerms }) => ofTerms ?? []);
    const ids = languages.map(({ termTaxonomyId }) => termTaxonomyId);
    if (ids.length === 0) return;
    const assigned = await tx.find(TermRelationship, ['termTaxonomy'], { object: id, termTaxonomy: ids });
    await tx.delete(TermRelationship, { object: id, termTaxonomy: ids });
    await countMembers(
      tx,
      this.db,
      assigned.map(({ termTaxonomy }) => termTaxonomy),
    );
  }

  /** False if the item has the language. */
  private async setLanguage(tx: Transaction, subject: Subject, id: number, slug: string): Promise<boolean> {
    const language = await this.language(tx, slug);
    const former = (await this.store.languagesOf(subject, [id], tx)).get(id);
    if (former === slug) return false;
    const target = subject === 'entry' ? language.ofEntries : language.ofTerms;
    if (!target) throw unknownLanguage();
    const taxonomy = await tx.find(TermTaxonomy, ['id'], { taxonomy: LANGUAGE[subject] });
    const all = taxonomy.map((row) => Number(row.id));
    const assigned = await tx.find(TermRelationship, ['termTaxonomy'], { object: id, termTaxonomy: all });
    await tx.delete(TermRelationship, { object: id, termTaxonomy: all });
    await tx.insert(TermRelationship, { object: id, termTaxonomy: target.termTaxonomyId });
    const touched = [...assigned.map(({ termTaxonomy }) => Number(termTaxonomy)), target.termTaxonomyId];
    if (subject === 'entry') await recountTerms(tx, this.db, this.model, touched);
    else await countMembers(tx, this.db, touched);
    await this.groups(tx, subject).rename(id, slug);
    return true;
  }

  private async translate(
    tx: Transaction,
    subject: Subject,
    id: number,
    translations: Readonly<Record<string, number>>,
    isAlike: (id: number) => boolean,
  ): Promise<void> {
    const languages = await this.store.languagesOf(subject, [id, ...Object.values(translations)], tx);
    const own = languages.get(id);
    if (own === undefined) throw invalidTranslation();
    const linked = new Map<string, number>([[own, id]]);
    for (const [slug, translation] of Object.entries(translations)) {
      // The item itself may be named by a language that it had before.
      if (translation === id || translation === 0 || translation === null) continue;
      if (languages.get(translation) !== slug || (slug === own && translation !== id) || !isAlike(translation))
        throw invalidTranslation();
      linked.set(slug, translation);
    }
    const groups = this.groups(tx, subject);
    if (linked.size === 1 && subject === 'entry') return groups.leave(id);
    if (linked.size === 1) await groups.leave(id);
    return groups.save(id, linked);
  }

  /** Replaces assigned terms of other languages. */
  private async translateAssigned(tx: Transaction, id: number, language: string): Promise<void> {
    const assigned = await tx.find(TermRelationship, ['termTaxonomy'], { object: id });
    const rows = await tx.find(TermTaxonomy, ['id', 'term', 'taxonomy'], {
      id: assigned.map(({ termTaxonomy }) => Number(termTaxonomy)),
      taxonomy: [...this.source.taxonomies],
    });
    if (rows.length === 0) return;
    const translated = await this.termsIn(
      tx,
      rows.map(({ term }) => Number(term)),
      language,
    );
    const outdated = rows.filter(({ term }) => translated.get(Number(term)) !== Number(term));
    if (outdated.length === 0) return;
    const found = outdated.flatMap(({ term, taxonomy }) => {
      const successor = translated.get(Number(term));
      return successor === undefined ? [] : [{ term: successor, taxonomy }];
    });
    const successors = await tx.find(TermTaxonomy, ['id', 'term', 'taxonomy'], {
      term: found.map(({ term }) => term),
    });
    const added = successors
      .filter((row) => found.some(({ term, taxonomy }) => Number(row.term) === term && row.taxonomy === taxonomy))
      .map((row) => Number(row.id));
    const removed = outdated.map((row) => Number(row.id));
    await tx.delete(TermRelationship, { object: id, termTaxonomy: removed });
    if (added.length > 0)
      await tx.insert(
        TermRelationship,
        added.map((termTaxonomy) => ({ object: id, termTaxonomy })),
        { onConflict: 'ignore' },
      );
    await recountTerms(tx, this.db, this.model, [...removed, ...added]);
  }
}
