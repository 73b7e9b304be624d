import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { ContentService } from '../../modules/content/content.service.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { ContentModel } from '../../site/model/content-model.js';
import { ExportStore } from './export.store.js';

/** As many as a list may have. */
const BATCH = 100;

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
    if (this.model.types.get(type)?.restBase === undefined) throw unknownType(type);
    const content = this.content.as(principal);
    const entries = type === 'attachment' ? content.media : content.of(type);
    let { after, limit: left } = options;
    while (left > 0) {
      const ids = await this.store.idsAfter(type, after, Math.min(BATCH, left));
      if (ids.length === 0) return;
      const { items } = await entries.find({
        include: ids,
        orderby: 'include',
        per_page: BATCH,
        context: options.context,
        ...(options.fields !== '' && { _fields: options.fields }),
      } as Parameters<typeof entries.find>[0]);
      after = ids.at(-1)!;
      left -= ids.length;
      if (items.length > 0) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
    }
  }
}
