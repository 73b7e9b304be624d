import { post } from '../lib/api';
import { followLanguage } from '../lib/language';
import { invalidate, useGet } from '../lib/queries';
import { loadSession } from '../lib/session';
import { type Option, Select } from './controls';

const LANGUAGES = 'nestpress/v1/languages';

interface Language {
  locale: string;
  /** In the language itself. */
  name: string;
  installed: boolean;
}

interface LanguageSelectProps {
  label: string;
  help?: string;
  value: string;
  /** What stands before the languages, such as that of the site. */
  first?: Option;
  /** Whether languages can be chosen that are only added when they are saved. */
  mayAdd: boolean;
  onChange(locale: string): void;
}

export function LanguageSelect({ first, mayAdd, ...field }: LanguageSelectProps) {
  const languages = useGet<Language[]>(LANGUAGES).data?.data ?? [];
  const options = languages
    .filter(({ installed, locale }) => installed || mayAdd || locale === field.value)
    .map(({ locale, name }): Option => [locale, name]);
  return <Select {...field} options={first ? [first, ...options] : options} />;
}

/** Saving a language that no one could choose so far adds it. */
export async function addLanguage(locale: string): Promise<void> {
  await post(LANGUAGES, { locale });
  invalidate(LANGUAGES);
}

/** After a change of the profile or the settings, which may change the language of the console. */
export async function refreshLanguage(): Promise<void> {
  followLanguage((await loadSession()).language);
}
