import { Injectable } from '@nestjs/common';
import { type Site } from '../../../site/site.js';
import { type Entry } from '../entry.js';
import { PermalinksLoader } from '../permalinks/permalinks.loader.js';
import { RelatedLoader, type RelatedNeeds } from '../related/related.loader.js';
import { EntryRenderer } from './entry-renderer.js';
import { EntryView } from './entry-view.js';

/** What of the entries will be shown; the rest is neither loaded nor rendered. */
export interface ViewNeeds extends RelatedNeeds {
  link: boolean;
  /** Content or excerpt. */
  html: boolean;
}

@Injectable()
export class EntryViewLoader {
  constructor(
    private readonly related: RelatedLoader,
    private readonly permalinks: PermalinksLoader,
    private readonly renderer: EntryRenderer,
  ) {}

  async load(site: Site, entries: readonly Entry[], needs: ViewNeeds, isUnlocked: (entry: Entry) => boolean): Promise<EntryView> {
    const [related, link, rendering] = await Promise.all([
      this.related.load(entries.map((entry) => entry.id), needs),
      this.permalinks.links(site, needs.link ? entries : []),
      this.renderer.page(site, needs.html ? entries.filter(isUnlocked) : []),
    ]);
    return new EntryView({ site, related, rendering, link, isUnlocked });
  }
}
