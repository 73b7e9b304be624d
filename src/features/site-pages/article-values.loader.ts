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
  /** Whether it relates to anything, including entries that are not published. */
  readonly hasRelations: boolean;
}

/** What templates of a content type show besides what every article has. */
@Injectable()
export class ArticleValuesLoader {
  constructor(private readonly entries: EntriesStore) {}

  /** The fields that visitors may read. */
  fieldsOf({ model }: Site, type: string) {
    return visibleMeta(model, 'post', type, ANONYMOUS, 'view').filter(({ ownMember }) => !ownMember);
  }

  /** `view` must have been loaded with the fields. */
  async load({ model }: Site, entry: Entry, view: EntryView): Promise<ArticleValues> {
    const fields = view.metaFields;
    const stored = view.meta(entry);
    const names = new Set(fields.map(({ name }) => name));
    const relations = model
      .relationsOf(entry.type)
      .filter(({ from, name, target }) => from === 'meta' && target.kind === 'entry' && names.has(name))
      .map(({ name, key }) => ({ name, ids: (stored?.get(key) ?? []).map(Number).filter((id) => id > 0) }));
    const found = await this.entries.byIds(
      relations.flatMap(({ ids }) => ids),
      { content: false },
    );
    const published = (id: number) => {
      const to = found.get(id);
      return to?.status === 'publish' && model.types.get(to.type)?.viewable ? [to] : [];
    };
    const meta = shownMeta(fields, stored);
    return {
      meta: Array.isArray(meta) ? {} : (meta as Record<string, unknown>),
      related: Object.fromEntries(relations.map(({ name, ids }) => [name, ids.flatMap(published)])),
      hasRelations: relations.some(({ ids }) => ids.length > 0),
    };
  }
}
