import { type ContentModel } from '../../../content-model/index.js';
/** What the settings of a plugin say. */
export interface TranslatedContent {
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];
  readonly translatesMedia: boolean;
}

const ALWAYS_TRANSLATED = { types: ['post', 'page'], taxonomies: ['category', 'post_tag'] };

/** Types whose entries have languages, as far as they have routes. */
export function translatedTypes({ types, translatesMedia }: TranslatedContent, model: ContentModel): string[] {
  const named = [...ALWAYS_TRANSLATED.types, ...(translatesMedia ? ['attachment'] : []), ...types];
  return [...new Set(named)].filter((name) => model.types.get(name)?.restBase !== undefined);
}

/** Taxonomies whose terms have languages, as far as they have routes. */
export function translatedTaxonomies(
  { taxonomies }: Pick<TranslatedContent, 'taxonomies'>,
  model: ContentModel,
): string[] {
  const isServed = (name: string) => {
    const found = model.taxonomies.get(name);
    return found?.restBase !== undefined && !found.hasOwnRoutes;
  };
  return [...new Set([...ALWAYS_TRANSLATED.taxonomies, ...taxonomies])].filter(isServed);
}
