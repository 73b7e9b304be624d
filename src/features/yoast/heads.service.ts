import { Injectable } from '@nestjs/common';
import { type FieldEntry, type FieldTerm, type FieldTrace, type FieldUser } from '../../content-model/index.js';
import { EntriesStore, type Entry, headOf, type SeoTags } from '../../modules/entries/index.js';
import { TermsStore } from '../../modules/terms/index.js';
import { type Site, SiteService } from '../../site/index.js';
import { dateFromGmt, stripAllTags, texturize, utcText } from '../../text/index.js';
import { ShortcodeRegistry } from '../../rendering/index.js';
import { EntryValuesStore } from './entry-values.store.js';
import { EntrySubjectsLoader } from './facts/entry-subjects.loader.js';
import { headSite } from './facts/head-site.js';
import { ImagesLoader } from './facts/images.loader.js';
import { chosenImage, imageIds } from './facts/own-values.js';
import { PersonsLoader } from './facts/persons.loader.js';
import { TermTrailsLoader, typeArchive, typeTrail } from './facts/term-trails.loader.js';
import { headTags } from './head/head.js';
import { firstImage } from './head/images.js';
import { type HeadSite, type Subject } from './head/subject.js';
import { hasUnknownVariables } from './head/template-variables.js';
import { type YoastOptions } from './yoast-options.js';
import { YoastOptionsService } from './yoast-options.service.js';

const PRODUCT = 'https://yoast.com/product/yoast-seo-wordpress/';
const MISSING = Symbol('no members');

type HeadMaker = (subject: Subject) => SeoTags;

/** Makes the heads of pages as Yoast SEO does: from meta, options and terms. */
@Injectable()
export class HeadsService {
  constructor(
    private readonly sites: SiteService,
    private readonly settings: YoastOptionsService,
    private readonly entrySubjects: EntrySubjectsLoader,
    private readonly entries: EntriesStore,
    private readonly values: EntryValuesStore,
    private readonly terms: TermsStore,
    private readonly trails: TermTrailsLoader,
    private readonly images: ImagesLoader,
    private readonly persons: PersonsLoader,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  /** Null for types without pages; in the order of the entries. */
  async ofEntries(entries: readonly FieldEntry[], trace?: FieldTrace): Promise<(SeoTags | null | undefined)[]> {
    return this.make(
      entries.length,
      async (site, options) => {
        if (trace) this.traceSettings(trace, entries, options);
        const withHeads = entries.filter(({ type, status }) => hasHead(site, type, options) && status !== 'auto-draft');
        const subjects = await this.entrySubjects.load(site, withHeads, options, { trace });
        // Where the type has no heads, the members are missing instead of null.
        return entries.map(({ id, type }) => (hasHead(site, type, options) ? subjects.get(id) : MISSING));
      },
      trace,
    );
  }

  /** Settings are no part of the site's options, and may name a person. */
  private traceSettings(trace: FieldTrace, entries: readonly FieldEntry[], options: YoastOptions): void {
    const person = sitePerson(options);
    for (const { id } of entries) {
      trace.follow(id, this.settings, [0]);
      if (person > 0) trace.follow(id, this.persons, [person]);
    }
  }

  async ofTerms(terms: readonly FieldTerm[]): Promise<(SeoTags | null | undefined)[]> {
    return this.make(terms.length, async (site, options) => {
      const found = await this.termSubjects(site, terms, options);
      return terms.map(({ id }) => found.get(id));
    });
  }

  async ofUsers(users: readonly Pick<FieldUser, 'id'>[]): Promise<(SeoTags | null | undefined)[]> {
    return this.make(users.length, async (site, options) => {
      const ids = users.map(({ id }) => id);
      const found = await this.userSubjects(site, ids, options);
      return ids.map((id) => found.get(id));
    });
  }

  /** The heads of items that have one, as visitors see them. */
  async byId(
    kind: 'entry' | 'term' | 'author',
    ids: readonly number[],
    taxonomy: string,
  ): Promise<Map<number, SeoTags>> {
    const [items, heads] = await this.itemsWithHeads(kind, ids, taxonomy);
    return new Map(items.flatMap(({ id }, at) => (heads[at] ? [[id, heads[at]] as const] : [])));
  }

  private async itemsWithHeads(kind: 'entry' | 'term' | 'author', ids: readonly number[], taxonomy: string) {
    if (kind === 'author') {
      const users = ids.map((id) => ({ id }));
      return [users, await this.ofUsers(users)] as const;
    }
    if (kind === 'term') {
      const terms = [...(await this.terms.byIds(ids, taxonomy)).values()];
      return [terms, await this.ofTerms(terms)] as const;
    }
    const entries = [...(await this.entries.byIds(ids)).values()].map(withoutSecrets);
    return [entries, await this.ofEntries(entries)] as const;
  }

  /** Heads of the archives of types; that of posts is the page with the posts. */
  async ofTypes(types: readonly { readonly name: string }[]): Promise<(SeoTags | null | undefined)[]> {
    return this.make(types.length, async (site, options) => {
      const posts = types.some(({ name }) => name === 'post') ? await this.postsPage(site, options) : undefined;
      return types.map(({ name }) => (name === 'post' ? posts : typeSubject(site, name, options)));
    });
  }

  /** The head of one page that is no item: undefined where the plugin is not active. */
  async of(
    find: (site: Site, options: YoastOptions) => Promise<Subject | undefined> | Subject | undefined,
  ): Promise<SeoTags | null | undefined> {
    const [head] = await this.make(1, async (site, options) => [await find(site, options)]);
    return head;
  }

  async entry(site: Site, id: number, options: YoastOptions, as?: 'front' | 'posts'): Promise<Subject | undefined> {
    const entry = await this.entries.byId(id);
    if (!entry || !hasHead(site, entry.type, options)) return undefined;
    return (await this.entrySubjects.load(site, [withoutSecrets(entry)], options, { as })).get(id);
  }

  async term(site: Site, taxonomy: string, id: number, options: YoastOptions): Promise<Subject | undefined> {
    const term = await this.terms.byId(id, taxonomy);
    return term && (await this.termSubjects(site, [term], options)).get(id);
  }

  async user(site: Site, id: number, options: YoastOptions): Promise<Subject | undefined> {
    return (await this.userSubjects(site, [id], options)).get(id);
  }

  /** The page that the settings name for the posts, or the home page. */
  async postsPage(site: Site, options: YoastOptions): Promise<Subject | undefined> {
    const id = site.option('show_on_front') === 'page' ? site.integer('page_for_posts') : 0;
    return id > 0 ? this.entry(site, id, options, 'posts') : homeSubject(site, options);
  }

  async frontPage(site: Site, options: YoastOptions): Promise<Subject | undefined> {
    const id = site.option('show_on_front') === 'page' ? site.integer('page_on_front') : 0;
    return id > 0 ? this.entry(site, id, options, 'front') : homeSubject(site, options);
  }

  type(site: Site, name: string, options: YoastOptions): Subject | undefined {
    return typeSubject(site, name, options);
  }

  private async make(
    count: number,
    load: (site: Site, options: YoastOptions) => Promise<readonly (Subject | typeof MISSING | undefined)[]>,
    trace?: FieldTrace,
  ): Promise<(SeoTags | null | undefined)[]> {
    const [site, options] = await Promise.all([this.sites.current(), this.settings.current()]);
    if (!options.isActive || count === 0) return Array.from({ length: count }, () => undefined);
    const [subjects, common] = await Promise.all([load(site, options), this.common(site, options)]);
    const head = headMaker(common, options, dateFromGmt(utcText(new Date()), site.zone), trace);
    return subjects.map((subject) => (subject === MISSING ? undefined : subject ? head(subject) : null));
  }

  private async common(site: Site, options: YoastOptions): Promise<HeadSite> {
    const isPerson = options.text('company_or_person') === 'person';
    const [defaultId, logoId] = [
      options.socialId('og_default_image_id'),
      options.id(isPerson ? 'person_logo_id' : 'company_logo_id') || site.integer('site_logo'),
    ];
    const userId = sitePerson(options);
    const [images, persons] = await Promise.all([
      this.images.load(site, [defaultId, logoId]),
      userId > 0 ? this.persons.load(site, [userId]) : undefined,
    ]);
    const defaultUrl = options.socialText('og_default_image');
    const logoUrl = options.text(isPerson ? 'person_logo' : 'company_logo');
    const defaultImage = images.get(defaultId)?.shared ?? (defaultUrl === '' ? undefined : { url: defaultUrl });
    const logo = images.get(logoId)?.full ?? (logoUrl === '' ? undefined : { url: logoUrl });
    const person = persons?.get(userId)?.person;
    return headSite(site, this.shortcodes, {
      ...(defaultImage && { defaultImage }),
      ...(logo && { logo }),
      ...(person && { person }),
    });
  }

  private async termSubjects(
    site: Site,
    terms: readonly FieldTerm[],
    options: YoastOptions,
  ): Promise<Map<number, Subject>> {
    const [{ taxonomy } = { taxonomy: '' }] = terms;
    if (!site.model.taxonomies.get(taxonomy)?.isPublic) return new Map();
    const owns = new Map(terms.map(({ id }) => [id, termValues(options.ofTerm(taxonomy, id))]));
    const [stored, trails, images] = await Promise.all([
      this.terms.byIds(
        terms.map(({ id }) => id),
        taxonomy,
      ),
      this.trails.ofTerms(site, terms, options),
      this.images.load(site, [...owns.values()].flatMap(imageIds)),
    ]);
    return new Map(
      terms.map(({ id, name }): [number, Subject] => {
        const own = owns.get(id)!;
        const { description = '' } = stored.get(id) ?? {};
        const trail = trails.get(id) ?? [];
        const [openGraphImage, twitterImage] = [
          chosenImage(own, 'opengraph', images),
          chosenImage(own, 'twitter', images),
        ];
        const found = firstImage(description);
        return [
          id,
          {
            kind: 'term',
            permalink: trail.at(-1)?.url ?? '',
            own,
            trail: [...typeParent(site, taxonomy, options), ...trail],
            ...(openGraphImage && { openGraphImage }),
            ...(twitterImage && { twitterImage }),
            ...(found && { foundImage: { url: found.url } }),
            term: {
              id,
              taxonomy,
              name,
              description: stripAllTags(texturize(description, this.shortcodes)),
              hierarchy: site.model.taxonomies.get(taxonomy)?.hierarchical ? trail.map(({ term }) => term) : [],
            },
          },
        ];
      }),
    );
  }

  /** Authors without posts have no head where their archives are not to be listed. */
  private async userSubjects(site: Site, ids: readonly number[], options: YoastOptions): Promise<Map<number, Subject>> {
    if (options.isOn('disable-author')) return new Map();
    const needsPosts = options.isOn('noindex-author-noposts-wpseo');
    const [persons, authors] = await Promise.all([
      this.persons.load(site, ids),
      needsPosts ? this.values.authors(ids) : new Set(ids),
    ]);
    const prefix = options.text('breadcrumbs-archiveprefix');
    return new Map(
      [...persons].flatMap(([id, { person, own, isHidden }]): [number, Subject][] => {
        if (!authors.has(id)) return [];
        const trail = [{ name: `${prefix} ${person.name}`, url: person.archive }];
        const foundImage = person.portrait === undefined ? undefined : { url: person.portrait };
        return [
          [
            id,
            {
              kind: 'user',
              permalink: person.archive,
              own,
              trail,
              person,
              isHidden,
              ...(foundImage && { foundImage }),
            },
          ],
        ];
      }),
    );
  }
}

/** The user that the site stands for; 0 if it is an organisation. */
function sitePerson(options: YoastOptions): number {
  return options.text('company_or_person') === 'person' ? options.id('company_or_person_user_id') : 0;
}

function headMaker(site: HeadSite, options: YoastOptions, time: string, trace?: FieldTrace): HeadMaker {
  const named = options.version === '' ? '' : ` v${options.version}`;
  const lines = [
    `<!-- This site is optimized with the Yoast SEO plugin${named} - ${PRODUCT} -->`,
    '<!-- / Yoast SEO plugin. -->',
  ] as const;
  return (subject) => {
    // What shows the time changes by itself.
    const now = () => {
      if (subject.kind === 'entry') trace?.exclude(subject.facts.entry.id);
      return time;
    };
    const isUncertain = [...subject.own.values()].some(hasUnknownVariables) || hasSchemaBlocks(subject);
    return headOf(headTags(subject, { site, options, now }), lines, isUncertain);
  };
}

/** Blocks that add to the graph by PHP. */
function hasSchemaBlocks(subject: Subject): boolean {
  return subject.kind === 'entry' && subject.facts.entry.content.includes('<!-- wp:yoast/');
}

function hasHead(site: Site, type: string, options: YoastOptions): boolean {
  return (
    site.model.types.get(type)?.viewable === true && !(type === 'attachment' && options.isOn('disable-attachment'))
  );
}

/** Visitors do not get the text of an entry with a password. */
function withoutSecrets(entry: Entry): FieldEntry {
  const { content = '' } = entry;
  return entry.password === '' ? { ...entry, content } : { ...entry, content: '', excerpt: '' };
}

/** By the names that entries have for the same values. */
function termValues(stored: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...stored]
      .filter(([, value]) => value !== '' && value !== '0')
      .map(([name, value]) => [name === 'desc' ? 'metadesc' : name, value]),
  );
}

function typeSubject(site: Site, type: string, options: YoastOptions): Subject | undefined {
  const permalink = typeArchive(site, type);
  if (permalink === undefined) return undefined;
  return { kind: 'type', type, permalink, own: NO_VALUES, trail: typeTrail(site, type, options) };
}

function homeSubject(site: Site, options: YoastOptions): Subject {
  const own = new Map(
    (
      [
        ['title', options.textOrDefault('title-home-wpseo')],
        ['metadesc', options.text('metadesc-home-wpseo') || site.option('blogdescription')],
        ['opengraph-title', options.text('open_graph_frontpage_title')],
        ['opengraph-description', options.text('open_graph_frontpage_desc')],
        ['opengraph-image', options.text('open_graph_frontpage_image')],
      ] as const
    ).filter(([, value]) => value !== ''),
  );
  const image = own.get('opengraph-image');
  return {
    kind: 'home',
    permalink: `${site.home}/`,
    own,
    trail: [{ name: options.text('breadcrumbs-home'), url: `${site.home}/` }],
    ...(image !== undefined && { openGraphImage: { url: image } }),
  };
}

/** The archive of posts or of a type above the terms of a taxonomy, if the settings name one. */
function typeParent(site: Site, taxonomy: string, options: YoastOptions) {
  const type = options.text(`taxonomy-${taxonomy}-ptparent`);
  return type === '' || type === '0' || type === 'post' ? [] : typeTrail(site, type, options);
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

export const dateSubject: Subject = { kind: 'date', permalink: '', own: NO_VALUES, trail: [] };
export const missingSubject: Subject = { kind: 'missing', permalink: '', own: NO_VALUES, trail: [] };
