import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { type Site } from '../../../site/site.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import {
  type Presentation,
  type RenderDialect,
  type RenderedSite,
  type RenderNeeds,
  loadLookups,
  renderNeeds,
  ShortcodeRegistry,
} from '../../rendering/index.js';
import { knownMimeTypes } from '../../text/mime.js';
import { type Entry } from '../entry.js';
import { EntriesStore, type EntryMeta } from '../entries.store.js';
import { HtmlCache } from './html-cache.js';
import { PageRendering } from './page-rendering.js';
import { presentationOf } from './presentation.js';
import { NO_ATTACHMENTS, RenderedAttachmentsLoader } from './rendered-attachments.loader.js';

const KNOWN_NEEDS_BYTES = 16 * 1024 * 1024;

/** Renders entries of one page; what their contents refer to is loaded for all of them together. */
@Injectable()
export class EntryRenderer {
  private readonly dialect: RenderDialect;
  private readonly cache = new HtmlCache();
  private readonly known = new LRUCache<number, { content: string; contentWidth: number; needs: RenderNeeds }>({
    maxSize: KNOWN_NEEDS_BYTES,
    sizeCalculation: ({ content }) => content.length * 2 + 500,
  });

  constructor(
    private readonly entries: EntriesStore,
    private readonly attachments: RenderedAttachmentsLoader,
    private readonly shortcodes: ShortcodeRegistry,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROFILE) { rendering: { newerAudioTypes, ...dialect } }: Profile,
  ) {
    this.dialect = { ...dialect, mimeTypes: knownMimeTypes({ newerAudioTypes }) };
  }

  /** `rendered` are those whose content or excerpt will be asked for; titles need nothing. */
  async page(site: Site, rendered: readonly Entry[], numbers?: string): Promise<PageRendering> {
    const theme = presentationOf(site, this.config.presentation);
    const needs = new Map<number, RenderNeeds>();
    for (const { id, type, content = '' } of rendered) {
      const isFile = type === 'attachment';
      if (!isFile && !REFERS.test(content)) continue;
      const need = this.needsOf(id, content, theme);
      needs.set(id, isFile ? { ...need, attachments: new Set([...need.attachments, id]) } : need);
    }
    const [attachments, embeds, lookups] = await Promise.all([
      this.loadAttachments(site, needs),
      this.loadEmbeds(needs),
      loadLookups(
        collect(needs, (need) => need.lookups),
        this.shortcodes,
      ),
    ]);
    return new PageRendering({
      site: renderedSite(site),
      theme,
      dialect: this.dialect,
      shortcodes: this.shortcodes,
      cache: this.cache,
      needs,
      embeds,
      lookups,
      numbers,
      ...attachments,
    });
  }

  /** Contents seldom change between two looks; what they refer to is worked out once. */
  private needsOf(id: number, content: string, theme: Presentation): RenderNeeds {
    const { contentWidth } = theme;
    const known = this.known.get(id);
    if (known?.content === content && known.contentWidth === contentWidth) return known.needs;
    const needs = renderNeeds(content, id, { theme, dialect: this.dialect, shortcodes: this.shortcodes });
    this.known.set(id, { content, contentWidth, needs });
    return needs;
  }

  private loadAttachments(site: Site, needs: ReadonlyMap<number, RenderNeeds>) {
    const ids = collect(needs, (need) => need.attachments);
    const parents = collect(needs, (need) => need.childrenOf);
    if (ids.length + parents.length === 0) return NO_ATTACHMENTS;
    return this.attachments.load(site, ids, parents, { pages: [...needs.values()].some((need) => need.pages) });
  }

  private loadEmbeds(needs: ReadonlyMap<number, RenderNeeds>): Promise<Map<number, EntryMeta>> {
    const keys = collect(needs, (need) => need.embeds);
    return this.entries.metas(
      [...needs].filter(([, need]) => need.embeds.size > 0).map(([id]) => id),
      keys,
    );
  }
}

/** Only contents with an image, a shortcode or an address can refer to anything. */
const REFERS = /wp-image-|\[|https?:\/\//i;

function collect<T>(needs: ReadonlyMap<number, RenderNeeds>, of: (need: RenderNeeds) => ReadonlySet<T>): T[] {
  const all = new Set<T>();
  for (const need of needs.values()) for (const value of of(need)) all.add(value);
  return [...all];
}

const IMAGE_SIZES = ['thumbnail', 'medium', 'medium_large', 'large'];

function renderedSite(site: Site): RenderedSite {
  return {
    url: site.siteUrl,
    smilies: site.isOn('use_smilies'),
    imageSizes: new Map(
      IMAGE_SIZES.map((name) => [
        name,
        { width: site.integer(`${name}_size_w`), height: site.integer(`${name}_size_h`) },
      ]),
    ),
  };
}
