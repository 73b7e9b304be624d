import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { ADDED_LANGUAGES, addedLanguages, TRANSLATED_LOCALES } from '../../site/installed-languages.js';
import { type Site } from '../../site/site.js';
import { type Direction, directionOf, nativeName } from '../../text/locales.js';
import { toText } from '../../text/php/index.js';

export interface ListedLanguage {
  locale: string;
  name: string;
  direction: Direction;
  translated: boolean;
  installed: boolean;
}

@Injectable()
export class SiteLanguagesService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
  ) {}

  list({ languages }: Site): ListedLanguage[] {
    return [...new Set([...languages, ...TRANSLATED_LOCALES])].map((locale) =>
      listed(locale, languages.includes(locale)),
    );
  }

  /** Adding a language again changes nothing. */
  async add({ languages }: Site, locale: string): Promise<ListedLanguage> {
    if (!languages.includes(locale)) {
      if (!isTranslated(locale)) throw invalidParams({ locale: 'There are no texts in this language.' });
      await this.database.transaction(async (tx) => {
        const added = addedLanguages(toText(await this.options.getForUpdate(tx, ADDED_LANGUAGES)));
        await this.options.set(tx, ADDED_LANGUAGES, [...new Set([...added, locale])].join(','));
      });
    }
    return listed(locale, true);
  }
}

function listed(locale: string, isInstalled: boolean): ListedLanguage {
  return {
    locale,
    name: nativeName(locale),
    direction: directionOf(locale),
    translated: isTranslated(locale),
    installed: isInstalled,
  };
}

const isTranslated = (locale: string) => (TRANSLATED_LOCALES as readonly string[]).includes(locale);
