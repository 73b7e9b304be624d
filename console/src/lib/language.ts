const KEY = 'nestpress:language';

/** Loads the page again in another language: once, in case that an older page is served. */
export function followLanguage(language: string): void {
  if (language === document.documentElement.lang || sessionStorage.getItem(KEY) === language) return;
  sessionStorage.setItem(KEY, language);
  window.location.reload();
}

/** The direction of the language that the console is in. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** The order of two names in the language of the console. */
export const compareNames = (left: string, right: string): number =>
  new Intl.Collator(document.documentElement.lang || 'en', { numeric: true }).compare(left, right);
