import { type Database, lockForUpdate, type Transaction } from '../../../database/index.js';
import { Term, TermRelationship, TermTaxonomy } from '../../../database/entities/index.js';
import { PhpArray, serialize } from '../../../text/php/index.js';
import { type Translations } from '../model/language.js';
import {
  countMembers,
  type PolylangStore,
  type Subject,
  type TranslationGroup,
  TRANSLATIONS,
} from './polylang.store.js';

const ID_DIGITS = 13;

/** The terms that name what translates each other, written as Polylang writes them. */
export class TranslationGroups {
  constructor(
    private readonly tx: Transaction,
    private readonly db: Database,
    private readonly store: PolylangStore,
    private readonly subject: Subject,
  ) {}

  /** The group of a member, locked. */
  async lock(id: number): Promise<TranslationGroup | undefined> {
    const group = await this.groupOf(id);
    if (!group) return undefined;
    await lockForUpdate(this.tx, this.db, 'term_taxonomy', [group.termTaxonomyId]);
    return this.groupOf(id);
  }

  private async groupOf(id: number): Promise<TranslationGroup | undefined> {
    return (await this.store.groupsOf(this.subject, [id], this.tx)).get(id);
  }

  /** Makes these translations of each other, and nothing else a translation of them. */
  async save(id: number, translations: Translations): Promise<void> {
    const own = await this.lock(id);
    const members = new Set(translations.values());
    for (const member of members) if (member !== id) await this.leave(member, own);
    const group = own ?? (await this.create(translations));
    const former = [...(own?.translations.values() ?? [])].filter((member) => !members.has(member));
    if (former.length > 0) await this.unlink(former, group.termTaxonomyId);
    await this.describe(group, translations);
    await this.tx.insert(
      TermRelationship,
      [...members].map((object) => ({ object, termTaxonomy: group.termTaxonomyId })),
      { onConflict: 'ignore' },
    );
    await this.count(group.termTaxonomyId);
  }

  /** Takes an item that is deleted, or that changes its group, out of its group; a group without members is deleted. */
  async leave(id: number, except?: TranslationGroup): Promise<void> {
    const group = await this.lock(id);
    if (!group || group.termTaxonomyId === except?.termTaxonomyId) return;
    const remaining = new Map([...group.translations].filter(([, member]) => member !== id));
    await this.unlink([id], group.termTaxonomyId);
    if (remaining.size === 0) return this.delete(group);
    await this.describe(group, remaining);
    await this.count(group.termTaxonomyId);
  }

  /** The item in another language. */
  async rename(id: number, language: string): Promise<void> {
    const group = await this.lock(id);
    if (!group) return;
    if (group.translations.has(language)) return this.leave(id);
    const others = [...group.translations].filter(([, member]) => member !== id);
    await this.describe(group, new Map([...others, [language, id]]));
  }

  private async create(translations: Translations): Promise<Pick<TranslationGroup, 'id' | 'termTaxonomyId'>> {
    const slug = groupName();
    const { insertId: id } = await this.tx.insert(Term, { name: slug, slug });
    const { insertId: termTaxonomyId } = await this.tx.insert(TermTaxonomy, {
      term: id,
      taxonomy: TRANSLATIONS[this.subject],
      description: described(translations),
    });
    return { id, termTaxonomyId };
  }

  private async describe(
    { termTaxonomyId: id }: { termTaxonomyId: number },
    translations: Translations,
  ): Promise<void> {
    await this.tx.update(TermTaxonomy, { id }, { description: described(translations) });
  }

  private async delete({ id, termTaxonomyId }: TranslationGroup): Promise<void> {
    await this.tx.delete(TermRelationship, { termTaxonomy: termTaxonomyId });
    await this.tx.delete(TermTaxonomy, { id: termTaxonomyId });
    await this.tx.delete(Term, { id });
  }

  private async unlink(objects: readonly number[], termTaxonomy: number): Promise<void> {
    await this.tx.delete(TermRelationship, { object: objects, termTaxonomy });
  }

  private count(id: number): Promise<void> {
    return countMembers(this.tx, this.db, [id]);
  }
}

const described = (translations: Translations) => serialize(PhpArray.map(translations));

let lastName = 0;

/** As PHP makes unique names: the time in microseconds, in hexadecimal digits. */
function groupName(): string {
  lastName = Math.max(lastName + 1, Date.now() * 1000);
  const seconds = Math.floor(lastName / 1_000_000).toString(16);
  const micros = (lastName % 1_000_000).toString(16).padStart(5, '0');
  return `pll_${(seconds + micros).slice(0, ID_DIGITS)}`;
}
