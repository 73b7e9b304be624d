import { rootOf } from '../../../modules/terms/term.js';
import { type PolylangOptions } from './polylang-options.js';

/** What the addresses of a site begin with. */
export interface Addresses {
  readonly home: string;
  readonly structure: string;
}

/** A language and the address without it. */
export interface LocalizedAddress {
  readonly language?: string;
  /** Below home, with its slash. */
  readonly path: string;
}

const hides = ({ hidesDefault, defaultLanguage }: PolylangOptions, language: string) =>
  hidesDefault && language === defaultLanguage;

/** The first path segments of addresses that name a language. */
const folderOf = ({ structure }: Addresses, { base }: PolylangOptions) => `${rootOf(structure)}${base}`;

/** An address of the site as that of a language: with its folder, its host or its parameter. */
export function localizedUrl(url: string, language: string, options: PolylangOptions, site: Addresses): string {
  // What is not below home is not the site's, and plain addresses can only have a parameter.
  if (site.structure === '') return hides(options, language) ? url : withParameter(url, language);
  switch (options.form) {
    case 'folder': {
      if (hides(options, language)) return url;
      const root = site.home + rootOf(site.structure);
      const folder = `${site.home}${folderOf(site, options)}${language}/`;
      return url.startsWith(root) && !url.startsWith(folder) ? folder + url.slice(root.length) : url;
    }
    case 'subdomain':
      return hides(options, language) ? url : url.replace(/:\/\/(?:www\.)?/, `://${language}.`);
    case 'domain': {
      const domain = options.domains.get(language)?.replace(/\/$/, '');
      return domain && url.startsWith(site.home) ? domain + url.slice(site.home.length) : url;
    }
    default:
      return url;
  }
}

function withParameter(url: string, language: string): string {
  const [address = '', fragment] = url.split('#', 2);
  const separator = address.includes('?') ? '&' : '?';
  return `${address}${separator}lang=${language}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Reads the language that an address names. Without one, it is that of the entry at the address, or the default one. */
export function readLocalized(
  { host, path, parameter }: { readonly host?: string; readonly path: string; readonly parameter?: string | null },
  languages: readonly string[],
  options: PolylangOptions,
  site: Addresses,
): LocalizedAddress {
  const named = (slug: string | undefined | null) => languages.find((language) => language === slug);
  const of = (language: string | undefined, rest = path): LocalizedAddress =>
    language === undefined ? { path: rest } : { language, path: rest };
  if (site.structure === '') return of(named(parameter));
  if (options.form === 'subdomain') return of(named(host?.split('.')[0]));
  if (options.form === 'domain')
    return of(languages.find((language) => hostOf(options.domains.get(language)) === host && host !== undefined));
  const folder = folderOf(site, options);
  if (options.form !== 'folder' || !path.startsWith(folder)) return of(undefined);
  const [slug = ''] = path.slice(folder.length).split('/', 1);
  const language = named(slug);
  if (language === undefined) return of(undefined);
  const rest = path.slice(folder.length + slug.length);
  return of(language, rootOf(site.structure).slice(0, -1) + (rest === '' ? '/' : rest));
}

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : undefined);

/** The address of a language: that of its front page, if it has one. */
export function homeUrl(
  { slug, frontPage }: { readonly slug: string; readonly frontPage?: { readonly id: number; readonly path: string } },
  options: PolylangOptions,
  site: Addresses,
): string {
  if (hides(options, slug)) return `${site.home}/`;
  if (!frontPage || options.frontPagesAreHomes) return searchUrl(slug, options, site);
  if (site.structure === '') return withParameter(`${site.home}/?page_id=${frontPage.id}`, slug);
  const ending = site.structure.endsWith('/') ? '/' : '';
  return localizedUrl(`${site.home}${rootOf(site.structure)}${frontPage.path}${ending}`, slug, options, site);
}

/** Where the searches and the entries of a language are. */
export function searchUrl(slug: string, options: PolylangOptions, site: Addresses): string {
  return localizedUrl(`${site.home}/`, slug, options, site);
}
