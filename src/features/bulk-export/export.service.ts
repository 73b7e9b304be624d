import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { ContentModel } from '../../content-model/index.js';
import { ContentService } from '../../modules/content/index.js';
import { RestError } from '../../rest/errors/index.js';
import { ContentsTooLarge } from '../../modules/entries/index.js';
import { ExportStore } from './export.store.js';

/** A list may have 100 entries; smaller batches need less memory. */
const BATCH = 20;

const unknownType = (type: string) =>
  new RestError('rest_type_invalid', `There is no content type "${type}" with routes.`, 404);

export interface ExportOptions {
  /** Entries after this ID. */
  after: number;
  limit: number;
  context: string;
  fields: string;
}

/** Entries of a type as lines of JSON, as the routes of the type show them. */
@Injectable()
export class ExportService {
  constructor(
    private readonly content: ContentService,
    private readonly model: ContentModel,
    private readonly store: ExportStore,
  ) {}

  /** Batches of lines, each read when the former one has been sent. */
  async *lines(principal: Principal, type: string, options: ExportOptions): AsyncGenerator<string, void, undefined> {
    const { restBase, route } = this.model.types.get(type) ?? {};
    if (restBase === undefined || route === undefined) throw unknownType(type);
    let { after, limit: left } = options;
    while (left > 0) {
      const ids = await this.store.idsAfter(type, after, Math.min(BATCH, left));
      if (ids.length === 0) return;
      after = ids.at(-1)!;
      left -= ids.length;
      yield* this.batch(principal, route, ids, options);
    }
  }

  /** In parts, if its contents are too large to be read together. */
  private async *batch(
    principal: Principal,
    route: string,
    ids: readonly number[],
    { context, fields }: Pick<ExportOptions, 'context' | 'fields'>,
  ): AsyncGenerator<string, void, undefined> {
    const query = {
      include: ids,
      orderby: 'include',
      per_page: BATCH,
      context,
      ...(fields !== '' && { _fields: fields }),
    };
    try {
      const { body } = await this.content.request(principal, { method: 'GET', route, query, isBulkRead: true });
      const items = body as readonly object[];
      if (items.length > 0) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
    } catch (error) {
      if (!(error instanceof ContentsTooLarge) || ids.length === 1) throw error;
      const half = Math.ceil(ids.length / 2);
      yield* this.batch(principal, route, ids.slice(0, half), { context, fields });
      yield* this.batch(principal, route, ids.slice(half), { context, fields });
    }
  }
}
