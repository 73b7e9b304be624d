import { siteFacts } from '../../access/capabilities/index.js';
import { Injectable } from '@nestjs/common';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { isReadable, mayEdit, parentsAmong } from '../entries/model/readable.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { MediaUsageStore } from './media-usage.store.js';

@Injectable()
export class MediaUsageService {
  constructor(
    private readonly store: MediaUsageStore,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  async list({ principal, site }: RequestContext, id: number): Promise<object[]> {
    const attachment = await this.entries.byId(id, { content: false });
    if (!attachment) return [];
    const file = (await this.entries.meta(id, ['_wp_attached_file'])).get('_wp_attached_file') ?? '';
    const places = await this.store.find(id, attachment.parent, file);
    const found = await this.entries.withAncestors(places.map((place) => place.id));
    const facts = siteFacts(site);
    const parentOf = parentsAmong(found);
    const readable = places.flatMap((place) => {
      const entry = found.get(place.id);
      return entry && isReadable(principal, entry, parentOf, facts) ? [{ ...place, entry }] : [];
    });
    const linkOf = await this.permalinks.links(
      site,
      readable.map(({ entry }) => entry),
    );
    return readable.map(({ entry, as }) => ({
      id: entry.id,
      type: entry.type,
      title: entry.title,
      link: linkOf(entry),
      edit: mayEdit(principal, entry, facts),
      as,
    }));
  }
}
