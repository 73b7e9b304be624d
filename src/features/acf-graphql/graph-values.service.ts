import { Injectable } from '@nestjs/common';
import { type MetaObject } from '../../content-model/index.js';
import { EntryRenderer } from '../../modules/entries/index.js';
import { TermsStore } from '../../modules/terms/index.js';
import { OptionRowsStore } from '../acf/options-pages/option-rows.store.js';
import { termsByTaxonomy } from '../acf/acf-fields.service.js';
import { ItemRowsStore } from '../acf/values/item-rows.store.js';
import { ItemValues } from '../acf/values/item-values.js';
import { renderTexts } from '../acf/values/rich-texts.js';
import { type GraphContext } from '../graphql/context/graph-context.js';
import { type EntryNode } from '../graphql/nodes/entry-node.js';
import { BatchLoader } from '../graphql/model/batch-loader.js';

const MAX_PER_QUERY = 500;
const NO_ROWS: ReadonlyMap<string, string> = new Map();

/** The stored values of nodes, read together for all nodes of a level. */
@Injectable()
export class GraphValuesService {
  /** Taxonomies whose assigned terms are values of fields. */
  taxonomies: readonly string[] = [];

  constructor(
    private readonly rows: ItemRowsStore,
    private readonly options: OptionRowsStore,
    private readonly terms: TermsStore,
    private readonly renderer: EntryRenderer,
  ) {}

  async ofNode(ctx: GraphContext, object: MetaObject, id: number): Promise<ItemValues | undefined> {
    const loader = ctx.once(
      `fields of ${object}`,
      () => new BatchLoader<number, ItemValues>((ids) => this.load(object, ids), MAX_PER_QUERY),
    );
    return loader.get(id);
  }

  /** A revision without values has those of its entry. A password protects texts only, as in the REST API. */
  async ofEntry(ctx: GraphContext, { databaseId, entry, isRestricted, parentEntry }: EntryNode) {
    if (isRestricted && (parentEntry ?? entry).status !== 'publish') return undefined;
    const own = await this.ofNode(ctx, 'post', databaseId);
    return own?.isEmpty && parentEntry ? this.ofNode(ctx, 'post', parentEntry.id) : own;
  }

  async ofOptions(ctx: GraphContext, prefix: string): Promise<ItemValues> {
    return ctx.once(`options ${prefix}`, async () => new ItemValues(0, await this.options.values(prefix)));
  }

  /** Types of entries that location rules name. */
  typesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.rows.types(ids);
  }

  /** A text of the rich editor as HTML. */
  async rendered(ctx: GraphContext, text: string): Promise<string> {
    const loader = ctx.once(
      'rich texts',
      () => new BatchLoader<string, string>(async (texts) => (await renderTexts(this.renderer, ctx.site, texts)).html),
    );
    return (await loader.get(text)) ?? '';
  }

  private async load(object: MetaObject, ids: readonly number[]): Promise<Map<number, ItemValues>> {
    const [rows, terms] = await Promise.all([
      this.rows.values(object, ids, { layouts: true }),
      object === 'post' && this.taxonomies.length > 0 ? this.terms.ofObjects(ids, this.taxonomies) : undefined,
    ]);
    return new Map(
      ids.map((id) => {
        const assigned = terms?.get(id) ?? [];
        return [id, new ItemValues(id, rows.get(id) ?? NO_ROWS, termsByTaxonomy(assigned))];
      }),
    );
  }
}
