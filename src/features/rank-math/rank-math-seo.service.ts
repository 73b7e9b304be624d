import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  EntriesStore,
  type Entry,
  type EntryMeta,
  seoHead,
  type SeoHead,
  type SeoPlugin,
  SeoPluginRegistry,
  type SeoTags,
  type SeoTarget,
  type SeoValues,
} from '../../modules/entries/index.js';
import { TermsStore } from '../../modules/terms/index.js';
import { type Site } from '../../site/index.js';
import { toInteger } from '../../text/php/index.js';
import { RankMathHeadsService } from './rank-math-heads.service.js';

const TITLE = 'rank_math_title';
const DESCRIPTION = 'rank_math_description';
const IMAGE = 'rank_math_facebook_image';
const IMAGE_ID = 'rank_math_facebook_image_id';
const ROBOTS = 'rank_math_robots';
const CANONICAL = 'rank_math_canonical_url';
/** A serialized list, as PHP stores it. */
const ONLY_NOINDEX = 'a:1:{i:0;s:7:"noindex";}';

/** Title, description and image of entries in the meta of Rank Math, and its heads on the pages of the site. */
@Injectable()
export class RankMathSeoService implements SeoPlugin, OnModuleInit {
  readonly focusKey = 'rank_math_focus_keyword';
  readonly keys = [TITLE, DESCRIPTION, IMAGE_ID, ROBOTS, CANONICAL];

  constructor(
    private readonly heads: RankMathHeadsService,
    private readonly entries: EntriesStore,
    private readonly terms: TermsStore,
    private readonly registry: SeoPluginRegistry,
  ) {}

  /** Yoast SEO, if both are active. */
  onModuleInit(): void {
    this.registry.plugin ??= this;
  }

  read(meta: EntryMeta): SeoValues {
    return {
      title: meta.get(TITLE) ?? '',
      description: meta.get(DESCRIPTION) ?? '',
      image: Math.max(0, toInteger(meta.get(IMAGE_ID) ?? '')),
      noindex: meta.get(ROBOTS)?.includes('"noindex"') === true,
      canonical: meta.get(CANONICAL) ?? '',
    };
  }

  rows({ title, description, image, noindex, canonical }: SeoValues, imageUrl: string): [key: string, value: string][] {
    return [
      [TITLE, title],
      [DESCRIPTION, description],
      [IMAGE_ID, image === 0 ? '' : String(image)],
      [IMAGE, image === 0 ? '' : imageUrl],
      [ROBOTS, noindex ? ONLY_NOINDEX : ''],
      [CANONICAL, canonical],
    ];
  }

  async head(_site: Site, target: SeoTarget): Promise<SeoHead | undefined> {
    const head = await this.tagsOf(target);
    return head && seoHead(head);
  }

  async tags(
    kind: 'entry' | 'term' | 'author',
    ids: readonly number[],
    taxonomy = '',
  ): Promise<ReadonlyMap<number, SeoTags>> {
    const [items, heads] = await this.itemsWithHeads(kind, ids, taxonomy);
    return new Map(items.flatMap(({ id }, at) => (heads[at] ? [[id, heads[at]] as const] : [])));
  }

  private async itemsWithHeads(kind: 'entry' | 'term' | 'author', ids: readonly number[], taxonomy: string) {
    if (kind === 'author') {
      const users = ids.map((id) => ({ id }));
      return [users, await this.heads.ofUsers(users)] as const;
    }
    if (kind === 'term') {
      const terms = [...(await this.terms.byIds(ids, taxonomy)).values()];
      return [terms, await this.heads.ofTerms(terms)] as const;
    }
    const entries = [...(await this.entries.byIds(ids)).values()].map(opened);
    return [entries, await this.heads.ofEntries(entries)] as const;
  }

  /** The head of one page, as visitors see it. */
  async tagsOf(target: SeoTarget): Promise<SeoTags | undefined> {
    if (target.kind === 'type') return undefined;
    if (target.kind === 'home') return this.heads.ofHome();
    const taxonomy = target.kind === 'term' ? target.taxonomy : '';
    return (await this.tags(target.kind, [target.id], taxonomy)).get(target.id);
  }
}

/** Without what a password protects. */
function opened(entry: Entry) {
  const { content = '' } = entry;
  return entry.password === '' ? { ...entry, content } : { ...entry, content: '', excerpt: '' };
}
