/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set([
  'ar',
  'ary',
  'arq',
  'azb',
  'ckb',
  'dv',
  'fa',
  'haz',
  'he',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);

const tagOf = (locale: string) => locale.split('_').slice(0, 2).join('-');

export function isRightToLeft(locale: string): boolean {
  return RIGHT_TO_LEFT.has(locale.split('_')[0] ?? '');
}

/** The name of a language in itself; the locale, if it has no known one. */
export function nameOfLanguage(locale: string): string {
  const [language = ''] = locale.split('_');
  try {
    const name = new Intl.DisplayNames([tagOf(locale)], { type: 'language' }).of(language) ?? locale;
    return name.charAt(0).toUpperCase() + name.slice(1);
  } catch {
    return locale;
  }
}
