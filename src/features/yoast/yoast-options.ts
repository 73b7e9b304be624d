import { PhpArray, isTruthy, toInteger, toText, type PhpValue } from '../../text/php/index.js';

/** The options that heads follow from. */
export const OPTION_NAMES = ['active_plugins', 'wpseo', 'wpseo_titles', 'wpseo_social', 'wpseo_taxonomy_meta'] as const;

export type StoredOptions = Readonly<Record<(typeof OPTION_NAMES)[number], PhpValue | undefined>>;

const PLUGIN = /^wordpress-seo(?:-premium)?\//;

/** Separators between title and site name, by the names under which they are stored. */
const SEPARATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'sc-dash': '-',
    'sc-ndash': '&#8211;',
    'sc-mdash': '&#8212;',
    'sc-colon': ':',
    'sc-middot': '&#183;',
    'sc-bull': '&#8226;',
    'sc-star': '*',
    'sc-smstar': '&#8902;',
    'sc-pipe': '|',
    'sc-tilde': '~',
    'sc-laquo': '&#171;',
    'sc-raquo': '&#187;',
    'sc-lt': '&#062;',
    'sc-gt': '&#060;',
  }),
);

/** What applies where the plugin has not stored a value, in English. */
const DEFAULTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'title-home-wpseo': '%%sitename%% %%page%% %%sep%% %%sitedesc%%',
    'title-author-wpseo': '%%name%%, Author at %%sitename%% %%page%% ',
    'title-archive-wpseo': '%%date%% %%page%% %%sep%% %%sitename%%',
    'title-404-wpseo': 'Page not found %%sep%% %%sitename%%',
    'breadcrumbs-archiveprefix': 'Archives for',
    'breadcrumbs-home': 'Home',
  }),
);

/** Options that are on unless the plugin has stored something else. */
const ON_BY_DEFAULT = new Set(['disable-attachment', 'noindex-author-noposts-wpseo', 'noindex-tax-post_format']);

const NO_VALUES = new PhpArray();

/** Whether the database says that the plugin is active. */
export function isPluginActive(active: PhpValue | undefined): boolean {
  return active instanceof PhpArray && [...active.values()].some((file) => PLUGIN.test(toText(file)));
}

/** The settings of Yoast SEO. */
export class YoastOptions {
  readonly isActive: boolean;
  /** Whether templates for social networks are used, which only the paid plugin does. */
  readonly hasSocialTemplates: boolean;
  readonly separator: string;
  private readonly general: PhpArray;
  private readonly titles: PhpArray;
  private readonly social: PhpArray;
  private readonly terms: PhpArray;

  /** What is malformed counts as missing. */
  constructor(stored: StoredOptions) {
    const values = (name: keyof StoredOptions) => {
      const value = stored[name];
      return value instanceof PhpArray ? value : NO_VALUES;
    };
    const active = stored.active_plugins;
    this.general = values('wpseo');
    this.titles = values('wpseo_titles');
    this.social = values('wpseo_social');
    this.terms = values('wpseo_taxonomy_meta');
    this.isActive =
      isPluginActive(active) &&
      (!this.general.has('enable_headless_rest_endpoints') ||
        isTruthy(this.general.get('enable_headless_rest_endpoints')));
    this.hasSocialTemplates =
      active instanceof PhpArray &&
      [...active.values()].some((file) => toText(file).startsWith('wordpress-seo-premium/'));
    this.separator = SEPARATORS.get(this.text('separator')) ?? '-';
  }

  /** The version that the plugin stored; the HTML names it. */
  get version(): string {
    return toText(this.general.get('version'));
  }

  get hasOpenGraph(): boolean {
    return !this.social.has('opengraph') || isTruthy(this.social.get('opengraph'));
  }

  get hasTwitterCards(): boolean {
    return !this.social.has('twitter') || isTruthy(this.social.get('twitter'));
  }

  get hasSchema(): boolean {
    return !this.general.has('enable_schema') || isTruthy(this.general.get('enable_schema'));
  }

  /** A text of the search appearance; its default where nothing is stored. */
  text(name: string): string {
    const value = this.titles.get(name);
    return value === undefined || value instanceof PhpArray ? defaultOf(name) : toText(value);
  }

  /** The same where an empty text counts as none. */
  textOrDefault(name: string): string {
    return this.text(name) || defaultOf(name);
  }

  id(name: string): number {
    return toInteger(this.titles.get(name));
  }

  isOn(name: string): boolean {
    return this.titles.has(name) ? isTruthy(this.titles.get(name)) : ON_BY_DEFAULT.has(name);
  }

  socialText(name: string): string {
    const value = this.social.get(name);
    return value instanceof PhpArray ? '' : toText(value);
  }

  socialId(name: string): number {
    return toInteger(this.social.get(name));
  }

  /** Addresses of the organisation's other profiles. */
  get profiles(): string[] {
    const stored = this.social.get('other_social_urls');
    return stored instanceof PhpArray ? [...stored.values()].map(toText).filter((url) => url !== '') : [];
  }

  /** The values of a term by their names without `wpseo_`. */
  ofTerm(taxonomy: string, id: number): ReadonlyMap<string, string> {
    const terms = this.terms.get(taxonomy);
    const values = terms instanceof PhpArray ? terms.get(id) : undefined;
    if (!(values instanceof PhpArray)) return NO_TEXTS;
    return new Map(
      [...values].flatMap(([name, value]) =>
        value instanceof PhpArray ? [] : [[String(name).replace(/^wpseo_/, ''), toText(value)] as const],
      ),
    );
  }

  /** What Yoast knows of the social network templates and images of a kind of page. */
  socialTemplate(name: 'title' | 'description', kind: string): string {
    return this.hasSocialTemplates ? this.text(`social-${name}-${kind}`) : '';
  }

  socialImage(kind: string): { readonly id: number; readonly url: string } {
    return this.hasSocialTemplates
      ? { id: this.id(`social-image-id-${kind}`), url: this.text(`social-image-url-${kind}`) }
      : { id: 0, url: '' };
  }
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** Titles of types and taxonomies have a default that their names follow from. */
function defaultOf(name: string): string {
  const standard = DEFAULTS.get(name);
  if (standard !== undefined) return standard;
  if (name.startsWith('title-tax-')) return '%%term_title%% Archives %%page%% %%sep%% %%sitename%%';
  if (name.startsWith('title-ptarchive-')) return '%%pt_plural%% Archive %%page%% %%sep%% %%sitename%%';
  if (name.startsWith('title-')) return '%%title%% %%page%% %%sep%% %%sitename%%';
  if (name.startsWith('social-title-tax-')) return '%%term_title%% Archives';
  if (name.startsWith('social-title-')) return '%%title%%';
  if (name.startsWith('schema-page-type-')) return 'WebPage';
  if (name.startsWith('schema-article-type-')) return name.endsWith('-post') ? 'Article' : 'None';
  return '';
}
