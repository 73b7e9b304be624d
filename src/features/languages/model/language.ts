/** A language of the site. */
export interface Language {
  /** Such as `fr`, which names it in addresses and in the parameter `lang`. */
  readonly slug: string;
  readonly name: string;
  /** As WordPress writes it, such as `fr_FR`. */
  readonly locale: string;
  readonly isRtl: boolean;
}

/** A language as the attribute `lang` and `hreflang` name it: `fr-FR`. */
export function languageTag({ locale }: Pick<Language, 'locale'>): string {
  const [language = '', region] = locale.split('_');
  return region && /^[A-Z]{2}$/.test(region) ? `${language}-${region}` : language;
}

/** IDs by language: an entry or term and what translates it. */
export type Translations = ReadonlyMap<string, number>;

/** What a request names as its language: one of the site's, or several. */
export function namedLanguages<L extends Language>(value: string, languages: readonly L[]): L[] | undefined {
  const slugs = value.split(',').map((slug) => slug.trim());
  const named = slugs.map((slug) => languages.find((language) => language.slug === slug));
  return named.every((language) => language !== undefined) ? named : undefined;
}
