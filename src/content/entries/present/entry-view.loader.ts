import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { type Site } from '../../../site/site.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { type Entry } from '../entry.js';
import { PermalinksLoader } from '../permalinks/permalinks.loader.js';
import { type Related, RelatedLoader, type RelatedNeeds } from '../related.loader.js';
import { isReservedSlug } from '../write/slugs.js';
import { AttachedFilesLoader } from './attached-files.loader.js';
import { EntryRenderer } from './entry-renderer.js';
import { EntryView } from './entry-view.js';
import { generatedSlugs } from './generated-slugs.js';

/** Which parts of the entries are returned; nothing else is loaded or rendered. */
export interface ViewNeeds extends RelatedNeeds {
  link: boolean;
  /** Content or excerpt. */
  html: boolean;
  /** File details of attachments. */
  attachedFiles?: boolean;
  /** Whether the context is `edit`. */
  forEditing?: boolean;
  /** How many words automatic excerpts have, if not as many as usual. */
  excerptWords?: number;
  /** Slugs generated from titles. */
  slugs?: boolean;
}

/** What the caller has already loaded for a page of entries. */
export interface KnownOfPage {
  /** Covers at least the needs. */
  related?: Promise<Related>;
  /** The counter state after the entries before these. */
  numbers?: string;
  /** Whether the requester's cookie has the entry's password, or it needs none. */
  isOpened?: (entry: Entry) => boolean;
}

@Injectable()
export class EntryViewLoader {
  constructor(
    private readonly relatedRows: RelatedLoader,
    private readonly permalinks: PermalinksLoader,
    private readonly renderer: EntryRenderer,
    private readonly attachedFiles: AttachedFilesLoader,
    private readonly db: Database,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  related(ids: readonly number[], needs: ViewNeeds): Promise<Related> {
    return this.relatedRows.load(ids, needs);
  }

  async load(
    site: Site,
    entries: readonly Entry[],
    needs: ViewNeeds,
    isUnlocked: (entry: Entry) => boolean,
    { isOpened = isUnlocked, ...known }: KnownOfPage = {},
  ): Promise<EntryView> {
    const [related, link, rendering, slugs] = await Promise.all([
      known.related ??
        this.related(
          entries.map((entry) => entry.id),
          needs,
        ),
      this.permalinks.links(site, needs.link ? entries : []),
      this.renderer.page(site, needs.html ? entries.filter(isUnlocked) : [], {
        numbers: known.numbers,
        forEditing: needs.forEditing,
        excerptWords: needs.excerptWords,
      }),
      needs.slugs ? this.generatedSlugs(site, entries) : undefined,
    ]);
    const files = needs.attachedFiles ? await this.attachedFiles.load(site, entries, related.meta) : undefined;
    const { metaFields } = needs;
    return new EntryView({ site, related, rendering, link, isUnlocked, isOpened, slugs, metaFields, files });
  }

  private generatedSlugs(site: Site, entries: readonly Entry[]): Promise<ReadonlyMap<number, string>> {
    const slashBecomesDash = this.profile.text.slugSlashBecomesDash;
    const permalinkStructure = site.option('permalink_structure');
    const isReserved = (slug: string, { type, slug: current }: Entry) => {
      const hierarchical = site.model.types.get(type)?.hierarchical ?? false;
      return (hierarchical || slug !== current) && isReservedSlug(slug, { type, hierarchical, permalinkStructure });
    };
    const options = { slashBecomesDash, locale: site.option('WPLANG') || 'en_US' };
    return generatedSlugs(entries, this.db, options, isReserved);
  }
}
