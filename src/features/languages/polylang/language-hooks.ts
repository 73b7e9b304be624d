import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Transaction } from '../../../database/index.js';
import {
  type BeforeEntryWrite,
  BeforeWrite,
  type ContentEvent,
  type ContentEventName,
  ContentEvents,
  type EventOutbox,
} from '../../../hooks/index.js';
import { MENU_TAXONOMY } from '../../../modules/menus/index.js';
import { type Site, SiteService } from '../../../site/index.js';
import { LANGUAGE, PolylangStore } from './polylang.store.js';
import { PolylangMenusService } from './polylang-menus.service.js';
import { PolylangSource } from './polylang.source.js';
import { PolylangWritesService } from './polylang-writes.service.js';

const TERM_EVENTS: ReadonlySet<ContentEventName> = new Set(['term.created', 'term.deleted'] as const);

/** What follows from languages when entries and terms are written: a new one has a language, and its terms are of that language. */
@Injectable()
export class LanguageHooks implements OnModuleInit, EventOutbox {
  constructor(
    private readonly sites: SiteService,
    private readonly rows: PolylangStore,
    private readonly source: PolylangSource,
    private readonly writes: PolylangWritesService,
    private readonly menus: PolylangMenusService,
    private readonly events: ContentEvents,
  ) {}

  onModuleInit(): void {
    this.events.addOutbox(this);
  }

  @BeforeWrite('entry', { order: 900 })
  async entry(change: BeforeEntryWrite): Promise<void> {
    const { action, tx, id } = change;
    if (!this.source.types.has(change.type)) return;
    if (action === 'delete') return this.writes.groups(tx, 'entry').leave(id!);
    if (action === 'trash') return;
    const site = await this.sites.current();
    const { lang, translations } = (change.sentFields ?? {}) as {
      lang?: string;
      translations?: Record<string, number>;
    };
    if (translations) await this.writes.assertMayTranslate(tx, site, change.principal, Object.values(translations));
    const former = id === undefined ? undefined : (await this.rows.languagesOf('entry', [id], tx)).get(id);
    const language = lang ?? former ?? (action === 'create' ? await this.languageOfNew(site, change) : undefined);
    if (language === undefined || language === '') return;
    const terms = await this.translatedTerms(tx, site, change, language);
    if (former !== undefined || change.next.terms[LANGUAGE.entry]) {
      if (Object.keys(terms).length > 0) change.set({ terms });
      return;
    }
    const { ofEntries } = await this.writes.language(tx, language);
    change.set({ terms: { ...terms, [LANGUAGE.entry]: [ofEntries.id] } });
  }

  wants(event: ContentEventName): boolean {
    return TERM_EVENTS.has(event);
  }

  /** In the transaction of the write, after it. */
  async store(tx: Transaction, event: ContentEvent): Promise<void> {
    if (event.event === 'term.deleted' && event.taxonomy === MENU_TAXONOMY) await this.menus.forget(tx, event.id);
    if (event.event === 'term.deleted' && this.source.taxonomies.has(event.taxonomy))
      await this.writes.forgetTerm(tx, event.id);
    if (event.event !== 'term.created' || !this.source.taxonomies.has(event.taxonomy)) return;
    if ((await this.rows.languagesOf('term', [event.id], tx)).has(event.id)) return;
    const site = await this.sites.current();
    const language = await this.languageOfNewTerm(tx, site, event.id);
    if (language !== '') await this.writes.setTermLanguage(tx, event.id, language);
  }

  private async languageOfNew(site: Site, { tx, next: { parent } }: BeforeEntryWrite): Promise<string> {
    const ofParent = parent > 0 ? (await this.rows.languagesOf('entry', [parent], tx)).get(parent) : undefined;
    return ofParent ?? this.defaultLanguage(tx, site);
  }

  private async languageOfNewTerm(tx: Transaction, site: Site, id: number): Promise<string> {
    const parent = await this.rows.parentOf(id, tx);
    const ofParent = parent > 0 ? (await this.rows.languagesOf('term', [parent], tx)).get(parent) : undefined;
    return ofParent ?? this.defaultLanguage(tx, site);
  }

  /** Empty on a site without languages. */
  private async defaultLanguage(tx: Transaction, site: Site): Promise<string> {
    const { defaultLanguage } = this.source.optionsOf(site);
    const languages = await this.rows.languages(tx);
    return languages.some(({ slug }) => slug === defaultLanguage) ? defaultLanguage : '';
  }

  /** What the write assigns, in the language; a new post without a category gets the default one of the language. */
  private async translatedTerms(
    tx: Transaction,
    site: Site,
    { type, action, next }: BeforeEntryWrite,
    language: string,
  ): Promise<Record<string, number[]>> {
    const assigned = Object.entries(next.terms).filter(([taxonomy]) => this.source.taxonomies.has(taxonomy));
    const fallback = site.integer('default_category');
    const translated = await this.writes.termsIn(tx, [...assigned.flatMap(([, ids]) => ids), fallback], language);
    const found = assigned.map(([taxonomy, ids]): [string, number[]] => [
      taxonomy,
      [...new Set(ids.flatMap((id) => translated.get(id) ?? []))],
    ]);
    const terms = Object.fromEntries(found);
    const lacksCategory = terms.category === undefined ? action === 'create' : terms.category.length === 0;
    const requested = next.terms.category;
    if (type === 'post' && lacksCategory && (requested === undefined || requested.length > 0))
      terms.category = [translated.get(fallback) ?? fallback];
    return terms;
  }
}
