import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../access/index.js';
import { EntriesStore, type Entry, type EntryView } from '../../modules/entries/index.js';
import { shownMeta, visibleMeta } from '../../modules/meta/index.js';
import { type Site } from '../../site/index.js';

export interface ArticleValues {
  /** Values of declared meta that visitors may read, as in the REST API. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The published entries that relations lead to. */
  readonly related: Readonly<Record<string, readonly Entry[]>>;
}

/** What templates of a content type show besides what every article has. */
@Injectable()
export class ArticleValuesLoader {
  constructor(private readonly entries: EntriesStore) {}

  async load(site: Site, { type }: Entry, stored: ReturnType<EntryView['meta']>): Promise<ArticleValues> {
    const { model } = site;
    const fields = visibleMeta(model, 'post', type, ANONYMOUS, 'view').filter(({ ownMember }) => !ownMember);
    const names = new Set(fields.map(({ name }) => name));
    const relations = model
      .relationsOf(type)
      .filter(({ from, name, target }) => from === 'meta' && target.kind === 'entry' && names.has(name))
      .map(({ name, key }) => ({ name, ids: (stored?.get(key) ?? []).map(Number) }));
    const found = await this.entries.byIds(
      relations.flatMap(({ ids }) => ids),
      { content: false },
    );
    const published = (id: number) => {
      const entry = found.get(id);
      return entry?.status === 'publish' && model.types.get(entry.type)?.viewable ? [entry] : [];
    };
    const meta = shownMeta(fields, stored);
    return {
      meta: Array.isArray(meta) ? {} : (meta as Record<string, unknown>),
      related: Object.fromEntries(relations.map(({ name, ids }) => [name, ids.flatMap(published)])),
    };
  }
}
