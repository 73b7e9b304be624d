import { type TextRules } from '../text/text-rules.js';
import { type LoadedOptions } from '../database/options.store.js';
import { type ContentModel, CORE_MODEL } from '../content-model/content-model.js';
import { type FilterDeclaration } from '../content-model/declared-queries.js';
import { type PhpValue, toIdList, toText } from '../text/php/index.js';
import { type SiteNetwork } from '../database/engine/network.js';
import { type SiteZone } from '../text/dates.js';
import { PublicLinks } from './public-links.js';
import { ADDED_LANGUAGES, addedLanguages, selectableLanguages } from './installed-languages.js';
import { type SiteLanguage, type SiteLanguages } from './site-languages.js';

/** Configuration of the site's URLs and content. */
export interface SiteSettings {
  /** Overrides the stored URLs. */
  readonly siteUrl?: string;
  /** Where visitors read the site, if not at its home URL: what links begin with. */
  readonly frontEndUrl?: string;
  /** URL of the uploads folder, if it does not follow from the options. */
  readonly uploadsUrl?: string;
  /** Path of the REST root below the home URL, without a trailing slash. */
  readonly basePath: string;
  /** Path before `?rest_route=` on sites without pretty permalinks. */
  readonly plainRoot: string;
  /** Rules by which dates are read and written. */
  readonly dates?: TextRules;
  /** Languages that users and the site can choose besides English (United States). */
  readonly languages?: readonly string[];
  /** The network that the site belongs to. */
  readonly network?: SiteNetwork;
  /** WordPress's own types and taxonomies by default. */
  readonly model?: ContentModel;
}

/** The site's options at one time, and the URLs that follow from them. */
export class Site {
  /** Where visitors read the site, without a trailing slash: what links begin with. */
  readonly home: string;
  /** Where this service is, which differs from `home` if links point to a front end of the owner's own. */
  readonly serviceHome: string;
  readonly siteUrl: string;
  /** URL of the uploads folder, without a trailing slash. */
  readonly uploadsUrl: string;
  readonly hasPrettyLinks: boolean;
  /** The site's time zone. */
  readonly zone: SiteZone;
  /** Post types, taxonomies and meta keys. */
  readonly model: ContentModel;
  /** The network that it belongs to. */
  readonly network?: SiteNetwork;
  /** Locales that can be chosen. */
  readonly languages: readonly string[];
  private readonly restPrefix: string;
  /** The language of the page that is made, on sites with several. */
  readonly language?: SiteLanguage;
  private links?: PublicLinks;
  private readonly inLanguages = new Map<SiteLanguage, Site>();
  private readonly ownOptions?: ReadonlyMap<string, string>;

  constructor(
    private readonly options: Pick<LoadedOptions, 'get' | 'has'> & Partial<Pick<LoadedOptions, 'revision'>>,
    settings: SiteSettings,
    private readonly registry: { readonly languages?: SiteLanguages } = {},
  ) {
    this.model = settings.model ?? CORE_MODEL;
    this.network = settings.network;
    this.serviceHome = withoutSlash(settings.siteUrl ?? this.option('home'));
    this.home = settings.frontEndUrl ?? this.serviceHome;
    this.siteUrl = withoutSlash(settings.siteUrl ?? this.option('siteurl'));
    this.uploadsUrl = withoutSlash(settings.uploadsUrl ?? this.storedUploadsUrl());
    const added = addedLanguages(this.option(ADDED_LANGUAGES));
    this.languages = selectableLanguages([...(settings.languages ?? []), ...added], this.option('WPLANG'));
    this.hasPrettyLinks = this.option('permalink_structure') !== '';
    this.zone = {
      timezoneString: this.option('timezone_string'),
      gmtOffset: Number.parseFloat(this.option('gmt_offset')) || 0,
      rules: settings.dates,
    };
    this.restPrefix = this.hasPrettyLinks
      ? `${this.serviceHome}${settings.basePath}`
      : `${this.serviceHome}${settings.plainRoot}?rest_route=`;
  }

  /** Changes whenever a response may change. */
  get revision(): number {
    return this.options.revision ?? 0;
  }

  /** The stored value of an autoloaded option. */
  value(name: string): PhpValue | undefined {
    return this.options.get(name);
  }

  /** The stored text of an autoloaded option; empty if it does not exist. */
  option(name: string): string {
    return this.ownOptions?.get(name) ?? toText(this.options.get(name));
  }

  /** Distinguishes a missing option from an empty one. */
  has(name: string): boolean {
    return this.options.has(name);
  }

  /** Locale of the pages and messages, such as `de_DE`. */
  get locale(): string {
    return this.option('WPLANG') || 'en_US';
  }

  integer(name: string): number {
    return Number.parseInt(this.option(name), 10) || 0;
  }

  /** The term that new entries without one of the taxonomy get; 0 for taxonomies without such a term. */
  defaultTerm(taxonomy: string): number {
    if (taxonomy === 'category') return this.integer('default_category');
    return this.model.taxonomies.get(taxonomy)?.hasDefaultTerm ? this.integer(`default_term_${taxonomy}`) : 0;
  }

  isOn(name: string): boolean {
    const value = this.option(name);
    return value !== '' && value !== '0';
  }

  ids(name: string): number[] {
    return toIdList(this.options.get(name));
  }

  /** The site in one of its languages, which has a front page and a locale of its own. */
  in(language: SiteLanguage | undefined): Site {
    if (!language) return this;
    let site = this.inLanguages.get(language);
    if (!site) {
      const ownOptions = new Map([
        ['WPLANG', language.locale],
        ['page_on_front', String(language.frontPage)],
        ['page_for_posts', String(language.postsPage)],
      ]);
      site = Object.create(this, { language: { value: language }, ownOptions: { value: ownOptions } }) as Site;
      this.inLanguages.set(language, site);
    }
    return site;
  }

  /** The same site with other values of some options, for a single request: it has a revision of its own, so nothing rendered for it is reused. */
  withOptions(values: ReadonlyMap<string, string>): Site {
    const ownOptions = new Map([...(this.ownOptions ?? []), ...values]);
    return Object.create(this, { ownOptions: { value: ownOptions }, revision: { value: Number.NaN } }) as Site;
  }

  /** The filter of lists by language. */
  get languageFilter(): FilterDeclaration | undefined {
    return this.registry.languages?.filter;
  }

  /** The address of the front page. */
  get homeUrl(): string {
    return this.language?.home ?? `${this.home}/`;
  }

  /** What searches are below, in the language of the page: the address without a front page of its own. */
  get searchHome(): string {
    return this.localized(`${this.home}/`, this.language?.slug);
  }

  /** A URL of the site without the part that names its language. */
  unlocalized(url: string): string {
    return this.registry.languages?.unlocalize(this, url).url ?? url;
  }

  /** A URL of the site in one of its languages, where it has several. */
  localized(url: string, language: string | null | undefined): string {
    return language ? (this.registry.languages?.localize(this, url, language) ?? url) : url;
  }

  /** URL of a REST route: `/wp/v2/posts/5`, with an encoded query string if any. */
  rest(route: string, query = ''): string {
    if (query === '') return this.restPrefix + route;
    // WordPress encodes a route that is a parameter among others.
    return this.hasPrettyLinks
      ? `${this.restPrefix}${route}?${query}`
      : `${this.restPrefix}${encodeURIComponent(route)}&${query}`;
  }

  /** The route of a URL built by `rest`, without its query string; undefined for other URLs. */
  restPath(url: string): string | undefined {
    if (!url.startsWith(this.restPrefix)) return undefined;
    const [route, query] = url.slice(this.restPrefix.length).split(this.hasPrettyLinks ? '?' : '&', 2);
    return this.hasPrettyLinks || query === undefined ? route : decodeURIComponent(route!);
  }

  /** HTML whose links to pages of the site lead to where visitors read it; files and the API stay where they are. */
  withPublicLinks(html: string): string {
    return this.publicLinks?.inHtml(html) ?? html;
  }

  /** The same for one address. */
  publicUrl(url: string): string {
    return this.publicLinks?.ofAddress(url) ?? url;
  }

  /** The same for all texts in a value: those that are an address, and HTML. */
  withPublicTexts<T>(value: T): T {
    return this.publicLinks ? (this.publicLinks.inValue(value) as T) : value;
  }

  private get publicLinks(): PublicLinks | undefined {
    if (this.home === this.serviceHome) return undefined;
    return (this.links ??= new PublicLinks(this));
  }

  /** Sites of a network have folders of their own, except for the first one. */
  private networkFolder(): string {
    return this.network && this.network.siteId > 1 ? `/sites/${this.network.siteId}` : '';
  }

  private storedUploadsUrl(): string {
    const path = this.option('upload_path').replace(/^\/+|\/+$/g, '');
    const isDefault = path.includes(':') || path === '';
    return (
      this.option('upload_url_path') ||
      `${this.siteUrl}/${isDefault ? `wp-content/uploads${this.networkFolder()}` : path}`
    );
  }
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
