import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { invalidParams } from '../../../rest/errors/catalogue.js';
import { type Site } from '../../../site/site.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { EntriesStore } from '../read/entries.store.js';
import {
  readSearchMeta,
  SEARCH_META_KEYS,
  type SeoMeta,
  searchMetaRows,
  translationsProblem,
} from '../model/seo-meta.js';
import { EditedEntriesService } from './edited-entries.service.js';

/** Title, description, image and translations of an entry for search engines and social networks. */
@Injectable()
export class SeoMetaService {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
    private readonly edited: EditedEntriesService,
  ) {}

  async read(site: Site, id: number): Promise<SeoMeta> {
    return this.stored((await this.edited.read(site, id)).id);
  }

  /** Values that are not sent are not changed. */
  async update(site: Site, id: number, sent: Partial<SeoMeta>): Promise<SeoMeta> {
    const entry = await this.edited.read(site, id);
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    const changed: SeoMeta = { ...(await this.stored(entry.id)), ...changes };
    if (changed.image > 0 && (await this.entries.byId(changed.image, { content: false }))?.type !== 'attachment')
      throw invalidParams({ image: `There is no file ${changed.image}.` });
    const problem = translationsProblem(changed.translations);
    if (problem !== undefined) throw invalidParams({ translations: problem });
    await this.database.transaction(async (tx) => {
      const meta = new MetaWriter(tx, 'post');
      for (const [key, value] of searchMetaRows(changed)) {
        if (value === '') await meta.delete(entry.id, key);
        else await meta.setText(entry.id, key, value);
      }
    });
    return changed;
  }

  private async stored(entryId: number): Promise<SeoMeta> {
    return readSearchMeta(await this.entries.meta(entryId, SEARCH_META_KEYS));
  }
}
