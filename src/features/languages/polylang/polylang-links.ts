import { rootOf } from '../../../modules/terms/index.js';
import { type PolylangOptions } from './polylang-options.js';

/** What the addresses of a site begin with. */
export interface Addresses {
  readonly home: string;
  readonly structure: string;
}

/** A language and the address without it. */
export interface LocalizedAddress {
  readonly language?: string;
  readonly url: string;
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

/** A URL without what names a language, and that language. */
export function unlocalizedUrl(
  url: string,
  languages: readonly string[],
  options: PolylangOptions,
  site: Addresses,
): LocalizedAddress {
  const unnamed = { url };
  if (site.structure === '') {
    const language = languages.find((slug) => new RegExp(`[?&]lang=${slug}(?:[&#]|$)`).test(url));
    return language === undefined ? unnamed : { language, url };
  }
  switch (options.form) {
    case 'folder': {
      const folder = site.home + folderOf(site, options);
      if (!url.startsWith(folder)) return unnamed;
      const [slug = ''] = url.slice(folder.length).split(/[/?#]/, 1);
      if (!languages.includes(slug)) return unnamed;
      const rest = url.slice(folder.length + slug.length).replace(/^\//, '');
      return { language: slug, url: site.home + rootOf(site.structure) + rest };
    }
    case 'subdomain':
    case 'domain': {
      const host = hostOf(url);
      const language = languages.find((slug) => hostOf(localizedUrl(`${site.home}/`, slug, options, site)) === host);
      if (host === undefined || language === undefined) return unnamed;
      return { language, url: url.replace(/^\w+:\/\/[^/]*/, /^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '') };
    }
    default:
      return unnamed;
  }
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
