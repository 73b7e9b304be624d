import { Inject, Injectable } from '@nestjs/common';
import { Database, lockNames, OptionsStore, type Transaction } from '../../../database/index.js';
import { TermsStore } from '../../../modules/terms/index.js';
import { type Context } from '../../../rest/args/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { Item, type JsonValue } from '../../../rest/response/index.js';
import { type Site } from '../../../site/index.js';
import { slugify } from '../../../text/index.js';
import { Term, TermRelationship, TermTaxonomy } from '../../../database/entities/index.js';
import { PhpArray, serialize } from '../../../text/php/index.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { invalidId, invalidSlug } from '../languages.errors.js';
import { LanguagesService } from '../languages.service.js';
import { isRightToLeft, nameOfLanguage } from '../model/locales.js';
import { searchUrl } from '../polylang/polylang-links.js';
import { PolylangMenusService } from '../polylang/polylang-menus.service.js';
import { OPTION, PolylangOptions } from '../polylang/polylang-options.js';
import {
  countMembers,
  LANGUAGE,
  type PolylangLanguage,
  PolylangStore,
  TERM_PREFIX,
  TRANSLATIONS,
} from '../polylang/polylang.store.js';
import { PolylangSource } from '../polylang/polylang.source.js';
import { PolylangWritesService } from '../polylang/polylang-writes.service.js';
import { LANGUAGE_FIELDS, type LanguageValues, type LanguageView } from './languages.fields.js';

const nonUniqueSlug = () => new RestError('pll_non_unique_slug', 'Another language has this code.', 400);
const cannotDeleteDefault = () =>
  new RestError('pll_default_language', 'Choose another default language before this one is deleted.', 400);

const FLAGS = 'wp-content/plugins/polylang/flags';

/** The languages of Polylang: reads, creates, changes and deletes them with all that follows. */
@Injectable()
export class PolylangLanguagesService {
  constructor(
    private readonly db: Database,
    private readonly rows: PolylangStore,
    private readonly source: PolylangSource,
    private readonly writes: PolylangWritesService,
    private readonly menus: PolylangMenusService,
    private readonly languages: LanguagesService,
    private readonly terms: TermsStore,
    private readonly options: OptionsStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async list(ctx: RequestContext, context: Context): Promise<Item[]> {
    const [state, all] = await Promise.all([this.languages.current(ctx.site), this.rows.languages()]);
    const pages = { front: idsByLanguage(state.frontPages), posts: idsByLanguage(state.postsPages) };
    return all.map((language) => this.item(ctx, language, pages, context));
  }

  async byId(ctx: RequestContext, id: number, context: Context): Promise<Item> {
    return this.one(ctx, ({ ofEntries }) => ofEntries.id === id, context, invalidId);
  }

  async bySlug(ctx: RequestContext, slug: string, context: Context): Promise<Item> {
    return this.one(ctx, (language) => language.slug === slug, context, invalidSlug);
  }

  async create(ctx: RequestContext, values: LanguageValues): Promise<Item> {
    const { locale = '' } = values;
    const [language = '', region = ''] = locale.split('_');
    const slug = values.slug ?? language;
    const id = await this.db.transaction(async (tx) => {
      await lockNames(tx, this.db, ['terms']);
      const existing = await this.rows.languages(tx);
      if (existing.some((candidate) => candidate.slug === slug)) throw nonUniqueSlug();
      const name = values.name ?? nameOfLanguage(locale);
      const details = describe({
        locale,
        isRtl: values.is_rtl ?? isRightToLeft(locale),
        flagCode: values.flag_code ?? region.toLowerCase(),
      });
      const { insertId } = await tx.insert(Term, { name, slug, group: values.term_group ?? 0 });
      await tx.insert(TermTaxonomy, { term: insertId, taxonomy: LANGUAGE.entry, description: details });
      const ofTerms = await tx.insert(Term, { name, slug: TERM_PREFIX + slug });
      await tx.insert(TermTaxonomy, { term: ofTerms.insertId, taxonomy: LANGUAGE.term, description: '' });
      if (existing.length === 0) await this.storeOption(tx, 'default_lang', slug);
      if (!values.no_default_cat) await this.createDefaultCategory(tx, ctx.site, slug);
      return insertId;
    });
    return this.written(ctx, id);
  }

  async update(ctx: RequestContext, id: number, values: LanguageValues): Promise<Item> {
    await this.db.transaction(async (tx) => {
      await lockNames(tx, this.db, ['terms']);
      const existing = await this.rows.languages(tx);
      const language = existing.find(({ ofEntries }) => ofEntries.id === id);
      if (!language) throw invalidId();
      const { slug = language.slug, name = language.name } = values;
      if (existing.some((candidate) => candidate !== language && candidate.slug === slug)) throw nonUniqueSlug();
      const details = describe({
        locale: values.locale ?? language.locale,
        isRtl: values.is_rtl ?? language.isRtl,
        flagCode: values.flag_code ?? language.flagCode,
      });
      await tx.update(Term, { id }, { name, slug, group: values.term_group ?? language.order });
      await tx.update(TermTaxonomy, { id: language.ofEntries.termTaxonomyId }, { description: details });
      if (language.ofTerms) await tx.update(Term, { id: language.ofTerms.id }, { name, slug: TERM_PREFIX + slug });
      if (slug !== language.slug) await this.rename(tx, ctx.site, language.slug, slug);
    });
    return this.written(ctx, id);
  }

  /** Entries and terms of the language stay, without one. */
  async delete(ctx: RequestContext, id: number): Promise<JsonValue> {
    const previous = await this.byId(ctx, id, 'view');
    await this.db.transaction(async (tx) => {
      await lockNames(tx, this.db, ['terms']);
      const existing = await this.rows.languages(tx);
      const language = existing.find(({ ofEntries }) => ofEntries.id === id);
      if (!language) throw invalidId();
      const { defaultLanguage } = this.source.optionsOf(ctx.site);
      if (language.slug === defaultLanguage && existing.length > 1) throw cannotDeleteDefault();
      await this.changeGroups(tx, (slug) => (slug === language.slug ? undefined : slug));
      for (const term of [language.ofEntries, language.ofTerms]) {
        if (!term) continue;
        await tx.delete(TermRelationship, { termTaxonomy: term.termTaxonomyId });
        await tx.delete(TermTaxonomy, { id: term.termTaxonomyId });
        await tx.delete(Term, { id: term.id });
      }
      await this.menus.renameLanguage(tx, language.slug, undefined);
    });
    await this.languages.current();
    return { deleted: true, previous: previous.members as JsonValue };
  }

  private async one(
    ctx: RequestContext,
    matches: (language: PolylangLanguage) => boolean,
    context: Context,
    unknown: () => RestError,
  ): Promise<Item> {
    const [state, all] = await Promise.all([this.languages.current(ctx.site), this.rows.languages()]);
    const found = all.find(matches);
    if (!found) throw unknown();
    const pages = { front: idsByLanguage(state.frontPages), posts: idsByLanguage(state.postsPages) };
    return this.item(ctx, found, pages, context);
  }

  private item(
    ctx: RequestContext,
    language: PolylangLanguage,
    pages: { front: ReadonlyMap<string, number>; posts: ReadonlyMap<string, number> },
    context: Context,
  ): Item {
    const { site } = ctx;
    const options = this.source.optionsOf(site);
    const { slug, flagCode } = language;
    const home = { home: site.home, structure: site.option('permalink_structure') };
    const search = searchUrl(slug, options, home);
    const hasHost = home.structure !== '' && (options.form === 'subdomain' || options.form === 'domain');
    const view: LanguageView = {
      language,
      homeUrl: this.source.homeUrl(site, slug),
      searchUrl: search,
      host: hasHost && URL.canParse(search) ? new URL(search).host : '',
      pageOnFront: pages.front.get(slug) ?? 0,
      pageForPosts: pages.posts.get(slug) ?? 0,
      flagUrl: flagCode === '' ? '' : `${site.siteUrl}/${FLAGS}/${encodeURIComponent(flagCode)}.png`,
      isDefault: slug === options.defaultLanguage,
    };
    return new Item(LANGUAGE_FIELDS.projection(this.profile, context, ctx.wants)(view, undefined));
  }

  private async written(ctx: RequestContext, id: number): Promise<Item> {
    await this.languages.current();
    return this.byId(ctx, id, 'view');
  }

  /** The default category in a new language, as a translation of the others. */
  private async createDefaultCategory(tx: Transaction, site: Site, language: string): Promise<void> {
    const id = site.integer('default_category');
    const category = id > 0 ? await this.terms.byId(id, 'category', tx) : undefined;
    if (!category) return;
    const slugs = { ...this.profile.text, locale: site.option('WPLANG') || 'en_US' };
    const requested = slugify(`${category.name}-${language}`, slugs);
    const candidates = [requested, ...Array.from({ length: 20 }, (_, index) => `${requested}-${index + 2}`)];
    const slug = await this.terms.firstFreeSlug(tx, candidates);
    if (slug === undefined) return;
    const { insertId: created } = await tx.insert(Term, { name: category.name, slug });
    await tx.insert(TermTaxonomy, { term: created, taxonomy: 'category', description: '' });
    const { ofTerms } = await this.writes.language(tx, language);
    await tx.insert(TermRelationship, { object: created, termTaxonomy: ofTerms!.termTaxonomyId });
    await countMembers(tx, this.db, [ofTerms!.termTaxonomyId]);
    const groups = this.writes.groups(tx, 'term');
    const former = await groups.lock(id);
    await groups.save(former ? id : created, new Map([...(former?.translations ?? []), [language, created]]));
    await this.options.delete(tx, 'category_children');
  }

  /** Translations and settings name languages by their codes. */
  private async rename(tx: Transaction, site: Site, former: string, slug: string): Promise<void> {
    await this.changeGroups(tx, (code) => (code === former ? slug : code));
    await this.menus.renameLanguage(tx, former, slug);
    if (this.source.optionsOf(site).defaultLanguage === former) await this.storeOption(tx, 'default_lang', slug);
  }

  private async changeGroups(tx: Transaction, change: (slug: string) => string | undefined): Promise<void> {
    for (const taxonomy of Object.values(TRANSLATIONS)) {
      for (const { id, description } of await tx.find(TermTaxonomy, ['id', 'description'], { taxonomy })) {
        const stored = this.rows.translationsIn(description);
        const changed = new Map(
          [...stored].flatMap(([slug, member]) => {
            const next = change(slug);
            return next === undefined ? [] : [[next, member] as const];
          }),
        );
        const text = serialize(PhpArray.map(changed));
        if (text !== serialize(PhpArray.map(stored))) await tx.update(TermTaxonomy, { id }, { description: text });
      }
    }
  }

  private async storeOption(tx: Transaction, name: string, value: string): Promise<void> {
    const { stored } = new PolylangOptions(await this.options.getForUpdate(tx, OPTION));
    const entries = [...stored].filter(([key]) => key !== name);
    const isNew = !stored.has(name);
    const changed = isNew
      ? [...entries, [name, value] as const]
      : [...stored].map(([key, current]) => [key, key === name ? value : current] as const);
    await this.options.set(tx, OPTION, PhpArray.map(changed));
  }
}

function describe({ locale, isRtl, flagCode }: { locale: string; isRtl: boolean; flagCode: string }): string {
  return serialize(
    PhpArray.map([
      ['locale', locale],
      ['rtl', isRtl],
      ['flag_code', flagCode],
    ]),
  );
}

const idsByLanguage = (pages: ReadonlyMap<number, string>) => new Map([...pages].map(([id, slug]) => [slug, id]));
