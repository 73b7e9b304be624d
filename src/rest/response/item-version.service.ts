import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommitCheck } from '../../database/commit-check.js';
import { OptionsStore } from '../../database/options.store.js';
import { SiteService } from '../../site/site.service.js';
import { RestError } from '../errors/rest-error.js';
import { RestRequest } from '../http/rest-request.js';
import { type Content, Item, Reply } from './reply.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { RequestContext } from '../http/request-context.js';
import { type RestExchange } from '../route/route.types.js';

const preconditionFailed = (etag: string | undefined) =>
  new RestError('rest_precondition_failed', 'The item was changed in the meantime.', 412).withHeaders(
    etag === undefined ? {} : { ETag: etag },
  );

/** Entity tags of single items, so that two editors do not overwrite each other's changes (`If-Match`). */
@Injectable()
export class ItemVersionService {
  constructor(
    private readonly optionsStore: OptionsStore,
    private readonly sites: SiteService,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  /** The tag of an item in the edit context; undefined for every other response. */
  etagFor({ ctx, endpoint, args }: RestExchange, content: Content): string | undefined {
    if (!this.options.itemEtags || ctx.principal.isAnonymous || ctx.wants || !(content instanceof Item))
      return undefined;
    const isRead = endpoint?.methods.includes('GET') ?? true;
    // An item without contexts, such as the settings, is always the editable one.
    if (isRead && (!args || ('context' in args && args.context !== 'edit'))) return undefined;
    return etagOf(content);
  }

  /** For a conditional or repeatable write: run the handler with it. Undefined for other requests. */
  commitCheck(exchange: RestExchange): CommitCheck | undefined {
    return exchange.repeatable || this.isConditional(exchange) ? new CommitCheck() : undefined;
  }

  isConditional({ ctx, endpoint }: RestExchange): boolean {
    if (!this.options.itemEtags || ctx.request.header('if-match') === undefined) return false;
    return endpoint !== undefined && !endpoint.methods.includes('GET');
  }

  /**
   * Compares `If-Match` of a write with the current version of the item: now, and again in the transaction of the write, when
   * the item is locked, since any process may change it in between.
   */
  async assertMatch(exchange: RestExchange, commitCheck: CommitCheck): Promise<void> {
    await this.compare(exchange);
    // The policy may have loaded the item before another write changed it.
    exchange.ctx.forget();
    commitCheck.add(() => this.compare(exchange));
  }

  private async compare(exchange: RestExchange): Promise<void> {
    const expected = exchange.ctx.request.header('if-match') ?? '';
    const current = await this.current(exchange);
    const isMatch = expected.trim() === '*' || expected.split(',').some((tag) => tag.trim() === current);
    if (current === undefined || !isMatch) throw preconditionFailed(current);
  }

  /** The tag that the item would currently have in the edit context. */
  private async current({ ctx, endpoint }: RestExchange): Promise<string | undefined> {
    const read = endpoint?.route.endpoints.find(({ methods }) => methods.includes('GET'));
    if (!read) return undefined;
    const { route, headers, address, pathParams } = ctx.request;
    const request = new RestRequest('GET', route, { context: 'edit' }, headers, address, 'GET');
    request.pathParams = pathParams;
    // Some members are options, which another process may have changed a moment ago.
    this.optionsStore.forget();
    const site = await this.sites.current();
    const reading = new RequestContext(ctx.principal, request, site, { envelope: false, embed: false });
    const args = await read.args.check(reading);
    if ((await read.can(reading, args)) !== true) return undefined;
    const result = await read.call({ ctx: reading, endpoint: read, args });
    const { content } = Reply.of(result as Reply | Content);
    return content instanceof Item ? etagOf(content) : undefined;
  }
}

/** Computed from stored values: rendered texts follow from them and can differ between two renderings. */
function etagOf({ members }: Item): string {
  const stored = Object.entries(members).map(([name, value]): unknown => [name, withoutRendering(value)]);
  return `"${createHash('sha256').update(JSON.stringify(stored)).digest('base64url').slice(0, 27)}"`;
}

function withoutRendering(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('raw' in value) || !('rendered' in value)) return value;
  const { rendered: _rendered, ...stored } = value;
  return stored;
}
