import { type EntryMeta } from './entries.store.js';

/** Title, description and image that search engines and social networks show instead of the entry's own. */
export interface SearchMeta {
  title: string;
  description: string;
  /** Attachment ID; 0 = the featured image. */
  image: number;
}

/** Post meta that only the console writes; keys that begin with `_` are not part of the API. */
const KEYS = {
  title: '_nestpress_search_title',
  description: '_nestpress_search_description',
  image: '_nestpress_search_image',
} as const satisfies Record<keyof SearchMeta, string>;

export const SEARCH_META_KEYS: readonly string[] = Object.values(KEYS);

export function readSearchMeta(meta: EntryMeta): SearchMeta {
  return {
    title: meta.get(KEYS.title) ?? '',
    description: meta.get(KEYS.description) ?? '',
    image: Number(/^\d{1,15}$/.exec(meta.get(KEYS.image) ?? '')?.[0] ?? 0),
  };
}

/** By meta key, with the value to store; empty values are not stored. */
export function searchMetaRows({ title, description, image }: SearchMeta): [string, string][] {
  return [
    [KEYS.title, title],
    [KEYS.description, description],
    [KEYS.image, image === 0 ? '' : String(image)],
  ];
}
