import { Injectable } from '@nestjs/common';
import { type Transaction } from '../../../database/database.js';
import { type Site } from '../../../site/site.js';
import { type EntryMeta } from '../model/entry.js';
import { readSeoMeta, SEO_META_KEYS, type SeoMeta } from '../model/seo-meta.js';

/** A page of the site that has a head. */
export type SeoTarget =
  | { readonly kind: 'entry'; readonly id: number; readonly isFront: boolean }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly id: number }
  | { readonly kind: 'author'; readonly id: number }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'home' };

export interface SeoImage {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
}

/** What a head says to search engines and social networks; empty texts are left out. */
export interface SeoHead {
  /** All of the title of the document. */
  readonly title: string;
  readonly description: string;
  /** Directives for robots, such as `noindex, follow`. */
  readonly robots: string;
  readonly canonical: string;
  readonly openGraph: { readonly title: string; readonly description: string; readonly image?: SeoImage };
  readonly twitter: { readonly title: string; readonly description: string; readonly image: string };
}

/** The tags of a head with their HTML, in the shape of `yoast_head_json`. */
export interface SeoTags {
  readonly json: Readonly<Record<string, unknown>>;
  readonly html: string;
  /** Whether a plugin or theme may have a part in it that only WordPress knows. */
  readonly isUncertain?: boolean;
}

/** The values that a plugin stores for an entry. */
export type SeoValues = Pick<SeoMeta, 'title' | 'description' | 'image' | 'noindex' | 'canonical'>;

/** How a plugin of the site stores what pages say to search engines. */
export interface SeoPlugin {
  /** Meta keys of entries that `read` needs. */
  readonly keys: readonly string[];
  read(meta: EntryMeta): SeoValues;
  /** By meta key, with the value to store; empty ones are deleted. */
  rows(values: SeoValues, imageUrl: string): [key: string, value: string][];
  afterWrite?(tx: Transaction, id: number): Promise<void>;
  /** As visitors may see it; undefined where the plugin has no head. */
  head(site: Site, target: SeoTarget): Promise<SeoHead | undefined>;
  /** Those of several entries, terms of one taxonomy, or authors, in a constant number of queries. */
  tags(
    kind: 'entry' | 'term' | 'author',
    ids: readonly number[],
    taxonomy?: string,
  ): Promise<ReadonlyMap<number, SeoTags>>;
  /** Meta key of the words that an entry is found by. */
  readonly focusKey: string;
}

/** Where a feature says that the site has a plugin for search engines; without one, the service has meta of its own. */
@Injectable()
export class SeoPluginRegistry {
  plugin?: SeoPlugin;

  /** Meta keys that `read` needs. */
  get keys(): readonly string[] {
    return [...SEO_META_KEYS, ...(this.plugin?.keys ?? [])];
  }

  read(meta: EntryMeta): SeoMeta {
    return { ...readSeoMeta(meta), ...this.plugin?.read(meta) };
  }
}
