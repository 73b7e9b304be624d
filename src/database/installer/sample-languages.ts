import { type SampleEntry, type SampleSite } from './site-writer.js';
import ar from './sample/ar.json' with { type: 'json' };
import de from './sample/de.json' with { type: 'json' };
import es from './sample/es.json' with { type: 'json' };
import fr from './sample/fr.json' with { type: 'json' };
import ja from './sample/ja.json' with { type: 'json' };
import { SAMPLE_SITE } from './sample-site.js';

interface Translation {
  readonly terms: Readonly<Record<string, { readonly name: string; readonly description?: string }>>;
  /** In the order of the English entries. */
  readonly entries: readonly {
    readonly title: string;
    readonly content: string;
    readonly excerpt?: string;
    /** Texts, in the order of the English ones. */
    readonly comments?: readonly string[];
  }[];
}

const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map(Object.entries({ ar, de, es, fr, ja }));

/** The category that every site has, which is not part of the sample. */
const DEFAULT_CATEGORY = { slug: 'uncategorized', name: 'Uncategorized' };

export interface LocalizedSample extends SampleSite {
  readonly defaultCategory: string;
}

/** The sample content in the language of a locale; undefined where there are no texts of ours, and in English. */
export function translatedSample(locale: string): LocalizedSample | undefined {
  const [language = ''] = locale.split('_');
  const translation = TRANSLATIONS.get(language);
  return translation && inWords(translation);
}

/** The sample content in each language. */
export const ALL_SAMPLES: readonly SampleSite[] = [SAMPLE_SITE, ...[...TRANSLATIONS.values()].map(inWords)];

function inWords({ terms, entries }: Translation): LocalizedSample {
  return {
    defaultCategory: terms[DEFAULT_CATEGORY.slug]?.name ?? DEFAULT_CATEGORY.name,
    categories: SAMPLE_SITE.categories.map((term) => ({ ...term, ...terms[term.slug] })),
    tags: SAMPLE_SITE.tags.map((term) => ({ ...term, ...terms[term.slug] })),
    entries: SAMPLE_SITE.entries.map((entry, index): SampleEntry => {
      const { comments = [], ...texts } = entries[index]!;
      const translated = entry.comments?.map((comment, at) => ({ ...comment, text: comments[at] ?? comment.text }));
      return { ...entry, ...texts, ...(translated && { comments: translated }) };
    }),
  };
}
