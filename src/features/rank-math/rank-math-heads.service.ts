import { Injectable } from '@nestjs/common';
import { type FieldEntry, type FieldTerm, type FieldUser } from '../../content-model/index.js';
import { Database, metaRows, OptionsStore } from '../../database/index.js';
import {
  ATTACHMENT_META_KEYS,
  attachmentDetails,
  attachmentUrl,
  EntriesStore,
  type Entry,
  type EntryMeta,
  FEATURED_IMAGE,
  PermalinksLoader,
  type SeoTags,
} from '../../modules/entries/index.js';
import { termLink, TermsStore } from '../../modules/terms/index.js';
import { authorLink, UsersStore } from '../../modules/users/index.js';
import { dateFromGmt, formatMysqlDate, stripAllTags, utcText } from '../../text/index.js';
import { type Site, SiteService } from '../../site/index.js';
import { toInteger } from '../../text/php/index.js';
import { type HeadImage, makeHead, META_KEYS, type PageFacts } from './rank-math-head.js';
import { OPTION_NAMES, RankMathOptions } from './rank-math-options.js';
import { excerptOf, fillTemplate, namedMetaKeys, type TemplateValues } from './rank-math-template.js';

type Values = ReadonlyMap<string, string>;

/** Makes heads of what Rank Math stores, for many items in a constant number of queries. */
@Injectable()
export class RankMathHeadsService {
  constructor(
    private readonly sites: SiteService,
    private readonly options: OptionsStore,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly db: Database,
  ) {}

  async settings(): Promise<RankMathOptions> {
    return new RankMathOptions(await this.options.getMany(OPTION_NAMES));
  }

  async ofEntries(entries: readonly FieldEntry[]): Promise<(SeoTags | undefined)[]> {
    const [site, options] = await Promise.all([this.sites.current(), this.settings()]);
    if (!options.isActive || entries.length === 0) return entries.map(() => undefined);
    const ids = entries.map(({ id }) => id);
    const types = [...new Set(entries.map(({ type }) => type))];
    const named = types.flatMap((type) =>
      namedMetaKeys(options.text(`pt_${type}_title`) + options.text(`pt_${type}_description`)),
    );
    const [metas, assigned, users, linkOf] = await Promise.all([
      this.entries.metas(ids, [...META_KEYS, FEATURED_IMAGE, ...named]),
      this.terms.ofObjects(ids, ['category', 'post_tag']),
      this.users.byIds([...new Set(entries.map(({ author }) => author))]),
      this.permalinks.links(site, entries as readonly Entry[]),
    ]);
    const images = await this.images(site, options, [...metas.values()]);
    return entries.map((entry) => {
      const meta = metas.get(entry.id) ?? new Map<string, string>();
      const author = users.get(entry.author);
      const terms = assigned.get(entry.id) ?? [];
      const names = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name);
      const type = site.model.types.get(entry.type);
      const isFront = entry.id === site.integer('page_on_front') && site.option('show_on_front') === 'page';
      const excerpt = excerptOf(entry);
      const values: TemplateValues = {
        ...common(site, options),
        title: () => stripAllTags(entry.title),
        excerpt: () => excerpt,
        excerpt_only: () => stripAllTags(entry.excerpt),
        seo_title: () => own(meta, 'title') || stripAllTags(entry.title),
        seo_description: () => own(meta, 'description') || excerpt,
        id: () => String(entry.id),
        date: (format) => formatted(site, entry.date, format),
        modified: (format) => formatted(site, entry.modified, format),
        category: () => names('category')[0],
        categories: () => names('category').join(', '),
        tag: () => names('post_tag')[0],
        tags: () => names('post_tag').join(', '),
        name: () => author?.displayName,
        user_description: () => author?.description,
        userid: () => String(entry.author),
        focuskw: () => own(meta, 'focus_keyword'),
        url: () => linkOf(entry as Entry),
        pt_single: () => type?.labels.singular_name ?? undefined,
        pt_plural: () => type?.label,
        customfield: (key) => meta.get(key),
      };
      return this.head(site, options, {
        meta,
        values,
        templates: {
          title: options.text(`pt_${entry.type}_title`),
          description: options.text(`pt_${entry.type}_description`),
        },
        robots: options.robots(`pt_${entry.type}`),
        link: linkOf(entry as Entry),
        isArticle: entry.type === 'post' && !isFront,
        featuredImage: toInteger(meta.get(FEATURED_IMAGE) ?? ''),
        images,
      });
    });
  }

  async ofTerms(terms: readonly FieldTerm[]): Promise<(SeoTags | undefined)[]> {
    const [site, options] = await Promise.all([this.sites.current(), this.settings()]);
    const [{ taxonomy } = { taxonomy: '' }] = terms;
    const declared = site.model.taxonomies.get(taxonomy);
    if (!options.isActive || !declared) return terms.map(() => undefined);
    const ids = terms.map(({ id }) => id);
    const [metas, stored, tree] = await Promise.all([
      this.metaOf('term', ids),
      this.terms.byIds(ids, taxonomy),
      this.terms.withAncestors(ids, taxonomy),
    ]);
    const images = await this.images(site, options, [...metas.values()]);
    return terms.map(({ id, name }) => {
      const meta = metas.get(id) ?? new Map<string, string>();
      const term = stored.get(id);
      if (!term) return undefined;
      const description = stripAllTags(term.description);
      const values: TemplateValues = {
        ...common(site, options),
        term: () => name,
        title: () => name,
        term_description: () => description,
        focuskw: () => own(meta, 'focus_keyword'),
      };
      return this.head(site, options, {
        meta,
        values,
        templates: {
          title: options.text(`tax_${taxonomy}_title`),
          description: options.text(`tax_${taxonomy}_description`),
        },
        robots:
          term.count === 0 && options.isOn('noindex_empty_taxonomies')
            ? ['noindex']
            : options.robots(`tax_${taxonomy}`),
        link: termLink(site, declared, term, tree),
        isArticle: false,
        featuredImage: 0,
        images,
      });
    });
  }

  async ofUsers(users: readonly Pick<FieldUser, 'id'>[]): Promise<(SeoTags | undefined)[]> {
    const [site, options] = await Promise.all([this.sites.current(), this.settings()]);
    if (!options.isActive || options.isOn('disable_author_archives')) return users.map(() => undefined);
    const ids = users.map(({ id }) => id);
    const [metas, stored] = await Promise.all([this.metaOf('user', ids), this.users.byIds(ids)]);
    const images = await this.images(site, options, [...metas.values()]);
    return ids.map((id) => {
      const user = stored.get(id);
      if (!user) return undefined;
      const values: TemplateValues = {
        ...common(site, options),
        name: () => user.displayName,
        user_description: () => user.description,
        userid: () => String(id),
      };
      return this.head(site, options, {
        meta: metas.get(id) ?? new Map<string, string>(),
        values,
        templates: {
          title: options.text('author_archive_title'),
          description: options.text('author_archive_description'),
        },
        robots: options.robots('author'),
        link: authorLink(user, site),
        isArticle: false,
        featuredImage: 0,
        images,
      });
    });
  }

  /** Head of the page with the newest posts, where it is the front page. */
  async ofHome(): Promise<SeoTags | undefined> {
    const [site, options] = await Promise.all([this.sites.current(), this.settings()]);
    if (!options.isActive) return undefined;
    const images = await this.images(site, options, []);
    return this.head(site, options, {
      meta: new Map(),
      values: common(site, options),
      templates: { title: options.text('homepage_title'), description: options.text('homepage_description') },
      robots: options.isOn('homepage_custom_robots') ? options.robots('homepage') : options.robots(''),
      link: `${site.home}/`,
      isArticle: false,
      featuredImage: 0,
      images,
    });
  }

  private head(
    site: Site,
    options: RankMathOptions,
    page: Omit<PageFacts, 'fill' | 'site' | 'options' | 'defaultImage'> & { values: TemplateValues },
  ): SeoTags {
    const fill = (template: string) => fillTemplate(template, page.values, options.text('title_separator'));
    const id = toInteger(options.text('open_graph_image_id'));
    const url = options.text('open_graph_image');
    const defaultImage = page.images.get(id) ?? (url === '' ? undefined : { url });
    return makeHead({ ...page, site, options, fill, ...(defaultImage && { defaultImage }) });
  }

  private async metaOf(object: 'term' | 'user', ids: readonly number[]): Promise<Map<number, EntryMeta>> {
    const found = new Map<number, Map<string, string>>();
    for (const { owner, key, value } of await metaRows(this.db, this.db, object, ids, META_KEYS)) {
      const meta = found.get(Number(owner)) ?? new Map<string, string>();
      if (key !== null && !meta.has(key)) meta.set(key, value ?? '');
      found.set(Number(owner), meta);
    }
    return found;
  }

  /** All images that the pages name, in two queries. */
  private async images(
    site: Site,
    options: RankMathOptions,
    metas: readonly Values[],
  ): Promise<ReadonlyMap<number, HeadImage>> {
    const named = metas.flatMap((meta) => [
      toInteger(own(meta, 'facebook_image_id')),
      toInteger(own(meta, 'twitter_image_id')),
      toInteger(meta.get(FEATURED_IMAGE) ?? ''),
    ]);
    const ids = [...new Set([...named, toInteger(options.text('open_graph_image_id'))])].filter((id) => id > 0);
    if (ids.length === 0) return new Map();
    const [rows, details] = await Promise.all([
      this.entries.byIds(ids, { content: false }),
      this.entries.metas(ids, ATTACHMENT_META_KEYS),
    ]);
    return new Map(
      [...rows].flatMap(([id, { type, mimeType, guid }]): [number, HeadImage][] => {
        if (type !== 'attachment' || !mimeType.startsWith('image/')) return [];
        const meta = details.get(id);
        const measures = attachmentDetails(meta);
        const [width, height] = [toInteger(measures?.get('width') ?? 0), toInteger(measures?.get('height') ?? 0)];
        const size = width > 0 && height > 0 ? { width, height } : {};
        return [[id, { url: attachmentUrl(site, meta) || guid, type: mimeType, ...size }]];
      }),
    );
  }
}

const own = (meta: Values, name: string) => meta.get(`rank_math_${name}`) ?? '';

function formatted(site: Site, date: string, format = ''): string {
  return String(formatMysqlDate(format || site.option('date_format') || 'F j, Y', date, site.zone) ?? '');
}

function common(site: Site, options: RankMathOptions): TemplateValues {
  const now = () => dateFromGmt(utcText(new Date()), site.zone);
  return {
    sep: () => options.text('title_separator'),
    sitename: () => stripAllTags(site.option('blogname')),
    sitedesc: () => stripAllTags(site.option('blogdescription')),
    org_name: () => options.text('knowledgegraph_name') || stripAllTags(site.option('blogname')),
    currentdate: (format) => formatted(site, now(), format),
    currentyear: () => formatted(site, now(), 'Y'),
    currentmonth: () => formatted(site, now(), 'F'),
    currentday: () => formatted(site, now(), 'j'),
  };
}
