import { isTruthy, PhpArray, type PhpValue, toInteger, toText } from '../../../text/php/index.js';

export const OPTION = 'polylang';
/** Member of the option that has the menus of languages. */
export const MENUS = 'nav_menus';

const PLUGIN = /^polylang(?:-pro|-wc)?\//;
const NO_VALUES = new PhpArray();

/** How an address names its language. */
export type AddressForm = 'none' | 'folder' | 'subdomain' | 'domain';
const FORMS: readonly AddressForm[] = ['none', 'folder', 'subdomain', 'domain'];

/** Whether the database says that Polylang is active. */
export function isPolylangActive(active: PhpValue | undefined): boolean {
  return active instanceof PhpArray && [...active.values()].some((file) => PLUGIN.test(toText(file)));
}

/** The settings of Polylang; what is malformed counts as missing. */
export class PolylangOptions {
  readonly stored: PhpArray;
  readonly defaultLanguage: string;
  /** Whether addresses of the default language do not name it. */
  readonly hidesDefault: boolean;
  readonly form: AddressForm;
  /** What precedes the language in the path of an address: nothing, or `language/`. */
  readonly base: string;
  /** Whether the front page of a language has the address of the language instead of its own. */
  readonly frontPagesAreHomes: boolean;
  readonly domains: ReadonlyMap<string, string>;
  readonly translatesMedia: boolean;
  /** What the plugin keeps the same in all translations of an entry, such as `taxonomies`. */
  readonly synchronized: readonly string[];
  /** Types and taxonomies besides WordPress's own ones. */
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];
  /** By theme, location and language. */
  readonly menus: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;

  constructor(value: PhpValue | undefined) {
    this.stored = value instanceof PhpArray ? value : NO_VALUES;
    const isOn = (name: string, fallback: boolean) =>
      this.stored.has(name) ? isTruthy(this.stored.get(name)) : fallback;
    this.defaultLanguage = toText(this.stored.get('default_lang'));
    this.hidesDefault = isOn('hide_default', true);
    this.form = FORMS[this.stored.has('force_lang') ? toInteger(this.stored.get('force_lang')) : 1] ?? 'folder';
    this.base = isOn('rewrite', true) ? '' : 'language/';
    this.frontPagesAreHomes = isOn('redirect_lang', false);
    this.domains = new Map(entries(this.stored.get('domains')).map(([slug, url]) => [slug, toText(url)]));
    this.translatesMedia = isOn('media_support', false);
    this.synchronized = texts(this.stored.get('sync'));
    this.types = texts(this.stored.get('post_types'));
    this.taxonomies = texts(this.stored.get('taxonomies'));
    this.menus = menusIn(this.stored.get(MENUS));
  }

  /** Menus by location, where the language has them. */
  menusOf(theme: string, language: string): ReadonlyMap<string, number> {
    return new Map(
      [...(this.menus.get(theme) ?? [])].flatMap(([location, byLanguage]) => {
        const menu = byLanguage.get(language);
        return menu === undefined ? [] : [[location, menu] as const];
      }),
    );
  }
}

function menusIn(value: PhpValue | undefined): PolylangOptions['menus'] {
  const menusOfLocation = (stored: PhpValue) =>
    new Map(
      entries(stored).flatMap(([language, id]) => {
        const menu = toInteger(id);
        return menu > 0 ? [[language, menu] as const] : [];
      }),
    );
  return new Map(
    entries(value).map(([theme, locations]) => [
      theme,
      new Map(entries(locations).map(([location, stored]) => [location, menusOfLocation(stored)])),
    ]),
  );
}

function entries(value: PhpValue | undefined): [string, PhpValue][] {
  return value instanceof PhpArray ? [...value].map(([key, item]) => [String(key), item]) : [];
}

function texts(value: PhpValue | undefined): string[] {
  return value instanceof PhpArray ? [...value.values()].map(toText) : [];
}
