/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

export type Direction = 'ltr' | 'rtl';

/** `de-DE` for WordPress's locale `de_DE` or `de_DE_formal`; empty for what is no locale. */
export function languageTag(locale: string): string {
  const [language, region] = locale.split(/[_-]/);
  for (const tag of region ? [`${language}-${region}`, language!] : [language!])
    if (/^[a-z]{2,3}(?:-[A-Za-z]{2}|-[0-9]{3}|-[A-Za-z]{4})?$/.test(tag)) return tag;
  return '';
}

/** The direction of a language's script. */
export function directionOf(locale: string): Direction {
  const tag = languageTag(locale);
  const script = tag === '' ? undefined : new Intl.Locale(tag).maximize().script;
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}

/** The name of a language in itself, such as `Deutsch (Deutschland)`. */
export function nativeName(locale: string): string {
  const tag = languageTag(locale);
  return (tag && new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag)) || locale;
}
