import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Transaction } from '../../database/index.js';
import {
  type EntryMeta,
  seoHead,
  type SeoHead,
  type SeoPlugin,
  SeoPluginRegistry,
  type SeoTags,
  type SeoTarget,
  type SeoValues,
} from '../../modules/entries/index.js';
import { type Site } from '../../site/index.js';
import { HeadsService } from './heads.service.js';
import { IndexablesStore } from './indexables.store.js';

const TITLE = '_yoast_wpseo_title';
const DESCRIPTION = '_yoast_wpseo_metadesc';
const IMAGE = '_yoast_wpseo_opengraph-image';
const IMAGE_ID = '_yoast_wpseo_opengraph-image-id';
const NOINDEX = '_yoast_wpseo_meta-robots-noindex';
const CANONICAL = '_yoast_wpseo_canonical';

/** Title, description and image of entries in the meta of Yoast SEO, and its heads on the pages of the site. */
@Injectable()
export class YoastSeoService implements SeoPlugin, OnModuleInit {
  readonly focusKey = '_yoast_wpseo_focuskw';
  readonly keys = [TITLE, DESCRIPTION, IMAGE_ID, NOINDEX, CANONICAL];

  constructor(
    private readonly heads: HeadsService,
    private readonly indexables: IndexablesStore,
    private readonly registry: SeoPluginRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.plugin = this;
  }

  read(meta: EntryMeta): SeoValues {
    return {
      title: meta.get(TITLE) ?? '',
      description: meta.get(DESCRIPTION) ?? '',
      image: Number(/^\d{1,15}$/.exec(meta.get(IMAGE_ID) ?? '')?.[0] ?? 0),
      noindex: meta.get(NOINDEX) === '1',
      canonical: meta.get(CANONICAL) ?? '',
    };
  }

  rows({ title, description, image, noindex, canonical }: SeoValues, imageUrl: string): [key: string, value: string][] {
    return [
      [TITLE, title],
      [DESCRIPTION, description],
      [IMAGE_ID, image === 0 ? '' : String(image)],
      [IMAGE, image === 0 ? '' : imageUrl],
      [NOINDEX, noindex ? '1' : ''],
      [CANONICAL, canonical],
    ];
  }

  afterWrite(tx: Transaction, id: number): Promise<void> {
    return this.indexables.forget(tx, 'post', id);
  }

  tags(
    kind: 'entry' | 'term' | 'author',
    ids: readonly number[],
    taxonomy = '',
  ): Promise<ReadonlyMap<number, SeoTags>> {
    return this.heads.byId(kind, ids, taxonomy);
  }

  async head(_site: Site, target: SeoTarget): Promise<SeoHead | undefined> {
    const head = await this.heads.of((site, options) => {
      switch (target.kind) {
        case 'entry':
          return this.heads.entry(site, target.id, options, target.isFront ? 'front' : undefined);
        case 'term':
          return this.heads.term(site, target.taxonomy, target.id, options);
        case 'author':
          return this.heads.user(site, target.id, options);
        case 'type':
          return this.heads.type(site, target.type, options);
        case 'home':
          return this.heads.postsPage(site, options);
      }
    });
    return head ? seoHead(head) : undefined;
  }
}
