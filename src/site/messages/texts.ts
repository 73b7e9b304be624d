import { IntlMessageFormat } from 'intl-messageformat';
import { languageTag } from '../../text/locales.js';
import { type Catalogue } from './catalogue.js';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };

interface Messages {
  readonly [key: string]: string | Messages;
}

const CATALOGUES: ReadonlyMap<string, Messages> = new Map(Object.entries({ en, de, fr, es, ar, ja }));

export type Texts = Catalogue;

/** The texts of the languages that were asked for, by language. */
const loaded = new Map<string, Texts>();

/** The texts of the site's own pages and messages in a language, in English where there are none. */
export function messagesOf(locale: string): Texts {
  const [name = ''] = languageTag(locale).split('-');
  const language = CATALOGUES.has(name) ? name : 'en';
  let texts = loaded.get(language);
  if (!texts) {
    texts = formatters(CATALOGUES.get(language)!, language) as unknown as Texts;
    loaded.set(language, texts);
  }
  return texts;
}

/** Messages with placeholders are parsed when they are first used. */
function formatters(messages: Messages, language: string): Record<string, unknown> {
  const members = Object.entries(messages).map(([key, message]) => {
    if (typeof message !== 'string') return [key, formatters(message, language)] as const;
    if (!message.includes('{')) return [key, message] as const;
    let format: IntlMessageFormat | undefined;
    const write = (values: Record<string, string | number>) => {
      format ??= new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      return String(format.format(values));
    };
    return [key, write] as const;
  });
  return Object.fromEntries(members);
}
