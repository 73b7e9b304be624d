import { isTruthy, PhpArray, type PhpValue, toInteger, toText } from '../../../text/php/index.js';

export const OPTION = 'icl_sitepress_settings';

const PLUGIN = /^sitepress-multilingual-cms\//;
const NO_VALUES = new PhpArray();

/** How an address names its language; `folder` where the settings do not say. */
export type AddressForm = 'folder' | 'domain' | 'parameter';
const FORMS: Readonly<Record<number, AddressForm>> = { 1: 'folder', 2: 'domain', 3: 'parameter' };

const ALWAYS_TRANSLATED = { types: ['post', 'page'], taxonomies: ['category', 'post_tag'] };

/** Whether the database says that WPML is active. */
export function isWpmlActive(active: PhpValue | undefined): boolean {
  return active instanceof PhpArray && [...active.values()].some((file) => PLUGIN.test(toText(file)));
}

/** The settings of WPML; what is malformed counts as missing. */
export class WpmlOptions {
  readonly defaultLanguage: string;
  readonly form: AddressForm;
  /** Whether the folder of the default language is part of its addresses. */
  readonly namesDefault: boolean;
  readonly domains: ReadonlyMap<string, string>;
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];

  constructor(value: PhpValue | undefined) {
    const stored = value instanceof PhpArray ? value : NO_VALUES;
    const urls = stored.get('urls');
    this.defaultLanguage = toText(stored.get('default_language'));
    this.form = FORMS[toInteger(stored.get('language_negotiation_type') ?? 1)] ?? 'folder';
    this.namesDefault = urls instanceof PhpArray && isTruthy(urls.get('directory_for_default_language'));
    this.domains = new Map(entriesOf(stored.get('language_domains')).map(([slug, url]) => [slug, toText(url)]));
    this.types = translated(ALWAYS_TRANSLATED.types, stored.get('custom_posts_sync_option'));
    this.taxonomies = translated(ALWAYS_TRANSLATED.taxonomies, stored.get('taxonomies_sync_option'));
  }
}

function entriesOf(value: PhpValue | undefined): [string, PhpValue][] {
  return value instanceof PhpArray ? [...value].map(([key, item]) => [String(key), item]) : [];
}

/** 0 stands for what is not translated. */
function translated(always: readonly string[], settings: PhpValue | undefined): string[] {
  const stored = entriesOf(settings);
  const off = new Set(stored.filter(([, value]) => toInteger(value) === 0).map(([name]) => name));
  return [...new Set([...always, ...stored.map(([name]) => name)])].filter((name) => !off.has(name));
}
