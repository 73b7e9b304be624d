import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { invalidParams } from '../../../rest/errors/catalogue.js';
import { type Site } from '../../../site/site.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { ATTACHMENT_META_KEYS } from '../model/entry-sources.js';
import { EntriesStore } from '../read/entries.store.js';
import { attachmentUrl } from '../read/rendering/rendered-attachment.js';
import { SeoPluginRegistry } from '../read/seo-plugin.registry.js';
import {
  isWebAddress,
  type SeoMeta,
  searchMetaRows,
  TRANSLATIONS_KEY,
  translationsProblem,
} from '../model/seo-meta.js';
import { EditedEntriesService } from './edited-entries.service.js';

/** What an entry says to search engines and social networks. */
@Injectable()
export class SeoMetaService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly edited: EditedEntriesService,
    private readonly registry: SeoPluginRegistry,
  ) {}

  async read(site: Site, id: number): Promise<SeoMeta> {
    return this.stored((await this.edited.read(site, id)).id);
  }

  /** Values that are not sent are not changed. */
  async update(site: Site, id: number, sent: Partial<SeoMeta>): Promise<SeoMeta> {
    const entry = await this.edited.read(site, id);
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    const before = await this.stored(entry.id);
    const changed: SeoMeta = { ...before, ...changes };
    if (changed.image > 0 && (await this.entries.byId(changed.image, { content: false }))?.type !== 'attachment')
      throw invalidParams({ image: `There is no file ${changed.image}.` });
    const problem = translationsProblem(changed.translations);
    if (problem !== undefined) throw invalidParams({ translations: problem });
    if (changed.canonical !== '' && !isWebAddress(changed.canonical))
      throw invalidParams({ canonical: 'It must be a URL that begins with https:// or http://.' });
    // What a plugin stores in more detail stays as it is unless the value changes.
    const stored = new Map(await this.rows(site, before));
    const rows = (await this.rows(site, changed)).filter(([key, value]) => stored.get(key) !== value);
    await this.database.transaction(async (tx) => {
      const meta = new MetaWriter(tx, 'post');
      for (const [key, value] of rows) {
        if (value === '') await meta.delete(entry.id, key);
        else await meta.setText(entry.id, key, value);
      }
      await this.registry.plugin?.afterWrite?.(tx, entry.id);
    });
    return changed;
  }

  /** A plugin for search engines has keys of its own; translations are ours. */
  private async rows(site: Site, changed: SeoMeta): Promise<[key: string, value: string][]> {
    const { plugin } = this.registry;
    const own = searchMetaRows(changed);
    if (!plugin) return own;
    const { image } = changed;
    const url = image > 0 ? attachmentUrl(site, await this.entries.meta(image, ATTACHMENT_META_KEYS)) : '';
    return [...own.filter(([key]) => key === TRANSLATIONS_KEY), ...plugin.rows(changed, url)];
  }

  private async stored(entryId: number): Promise<SeoMeta> {
    return this.registry.read(await this.entries.meta(entryId, this.registry.keys));
  }
}
