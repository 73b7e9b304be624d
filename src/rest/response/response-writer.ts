import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { ContentModel } from '../../content-model/content-model.js';
import { lateFields } from '../../content-model/late-fields.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { isTruthy } from '../../text/php/php-values.js';
import { ItemVersionService } from './item-version.service.js';
import { RestError } from '../errors/rest-error.js';
import { type RequestContext } from '../http/request-context.js';
import { type Endpoint, type RestExchange } from '../route/route.types.js';
import { EmbedRegistry, namedRelations } from './embed.js';
import { CACHE_HEADER, type Content, Item, ItemMap, MISSING_FIELDS, Reply, WireReply } from './reply.js';
import { CommonHeadersService } from './common-headers.service.js';
import { bodyJson, type Embedded, ShapeRules } from './shape.js';
import { type RequestRecord } from '../observe/request-record.js';

type OwnHeaders = Record<string, string | number>;

/** Turns the result of a handler, or its error, into the bytes and headers of the response. */
@Injectable()
export class ResponseWriter {
  constructor(
    private readonly embeds: EmbedRegistry,
    private readonly common: CommonHeadersService,
    private readonly versions: ItemVersionService,
    private readonly model: ContentModel,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async success(exchange: RestExchange, result: Reply | WireReply | Content): Promise<WireReply> {
    const { ctx } = exchange;
    // Not when the connection closes: the handler goes on without its client.
    exchange.commitCheck?.close();
    if (exchange.endpoint && !exchange.endpoint.methods.includes('GET')) {
      ctx.forget();
      ctx.hasWritten = true;
    }
    if (result instanceof WireReply) return this.ready(exchange, result);
    const reply = Reply.of(result);
    const headers: OwnHeaders = { ...reply.headers };
    if (headers.Allow === undefined) await this.addAllow(exchange, headers);
    const items = itemsOf(reply.content);
    const fields = reply.status < 400 ? ctx.wants : undefined;
    const shape = new ShapeRules(fields, this.profile.rest.fieldSelection === 'nested', ctx.options.embed !== false);
    const hinted = reply.content instanceof ItemMap ? [...reply.content.items.values()] : items;
    if (hinted.length > 0 && shape.showsLinks(reply.content)) await this.embeds.addHints(ctx, hinted);
    const embedded =
      ctx.options.embed && items.length > 0 ? await this.embed(ctx, items, shape, reply.content) : undefined;
    const etag = headers.ETag ?? this.versions.etagFor(exchange, reply.content);
    if (etag !== undefined) headers.ETag = etag;
    return this.encode(exchange, bodyJson(reply.content, embedded, shape), reply.status, headers);
  }

  async failure(exchange: RestExchange, error: RestError): Promise<WireReply> {
    const headers: OwnHeaders = { ...error.headers };
    exchange.commitCheck?.close();
    if (exchange.endpoint) await this.addAllow(exchange, headers);
    return this.encode(exchange, JSON.stringify(error.body), error.status, headers);
  }

  /** A body the handler built itself only gets the common headers. */
  private async ready(exchange: RestExchange, reply: WireReply): Promise<WireReply> {
    const headers: OwnHeaders = {};
    await this.addAllow(exchange, headers);
    return new WireReply(
      reply.status,
      { ...this.common.of(exchange.ctx, reply.status), ...stringValues(headers), ...reply.headers },
      reply.body,
    );
  }

  private embed(ctx: RequestContext, items: readonly Item[], shape: ShapeRules, content: Content): Promise<Embedded> {
    const isNamed = namedRelations(ctx.options);
    return this.embeds.embed(
      ctx.whole(),
      items,
      (relation) => isNamed(relation) && shape.followsRelation(content, relation),
    );
  }

  /** Every method of the matched route that the requester may use, or all methods if the route lists all. */
  private async addAllow(exchange: RestExchange, headers: OwnHeaders): Promise<void> {
    const allowed: string[] = [];
    for (const endpoint of exchange.endpoint?.route.endpoints ?? []) {
      if (endpoint.route.allowsAll) {
        allowed.push(...endpoint.methods);
        continue;
      }
      const args = endpoint === exchange.endpoint && exchange.args ? exchange.args : this.otherArgs(endpoint, exchange);
      if (args && (await endpoint.can(exchange.ctx, args)) === true) allowed.push(...endpoint.methods);
    }
    if (allowed.length > 0) headers.Allow = allowed.join(', ');
  }

  /** The arguments for a method that was not called. What was written is returned in the edit context. */
  private otherArgs(endpoint: Endpoint, { ctx, args }: RestExchange): object | undefined {
    const others = endpoint.args.lenient(ctx, args);
    const isWritten = ctx.hasWritten && this.profile.rest.hintsMethods;
    return others && isWritten && 'context' in others ? Object.assign(others, { context: 'edit' }) : others;
  }

  private encode({ ctx, endpoint }: RestExchange, body: string | Buffer, status: number, own: OwnHeaders): WireReply {
    const { envelope, jsonp } = ctx.options;
    const json = envelope
      ? `{"body":${body},"status":${status},"headers":${JSON.stringify(Object.keys(own).length > 0 ? own : [])}}`
      : body;
    const wireStatus = envelope ? 200 : status;
    const late = this.model.fields.mayBeLate ? lateHeaders() : {};
    const headers = { ...this.common.of(ctx, status), ...(envelope ? {} : stringValues(own)), ...late };
    // Only the method on the wire decides for Node whether a response has a body.
    if (ctx.request.method === 'HEAD' && ctx.request.wireMethod !== 'HEAD')
      return new WireReply(wireStatus, headers, '');
    const representation = endpoint?.represent?.(ctx, JSON.parse(String(json)));
    if (representation)
      return new WireReply(wireStatus, { ...headers, 'Content-Type': representation.type }, representation.text);
    if (jsonp === undefined) return new WireReply(wireStatus, headers, json);
    return new WireReply(
      wireStatus,
      { ...headers, 'Content-Type': 'application/javascript; charset=UTF-8' },
      // As in WordPress, an empty callback name is served as a script that calls nothing.
      isTruthy(jsonp) ? `/**/${jsonp}(${json})` : json,
    );
  }
}

/** A response that lacks values must not be stored by anyone. */
function lateHeaders(): Record<string, string> {
  const late = lateFields();
  return late.length === 0 ? {} : { [MISSING_FIELDS]: late.join(', '), 'Cache-Control': 'no-store' };
}

function itemsOf(content: Content): Item[] {
  if (content instanceof Item) return [content];
  return Array.isArray(content) ? content.filter((element) => element instanceof Item) : [];
}

/** URLs may contain names that clients chose; only ASCII is valid in a header. */
function stringValues(headers: OwnHeaders): Record<string, string> {
  const ascii = (value: string) => value.replace(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, ascii(String(value))]));
}

/** How long, and up to how many bytes, the rest of a request body is read after the response. */
const LINGER_MS = 2000;
const LINGER_BYTES = 16 * 1024 * 1024;
const LINGER_STEP_MS = 50;

/** Writes the response in one call. Node omits the body for HEAD. */
export function sendWire(
  response: ServerResponse<IncomingMessage & { id?: string; record?: RequestRecord }>,
  reply: WireReply,
): void {
  const { body } = reply;
  const headers: Record<string, string | number> = { ...reply.headers };
  const { id, record } = response.req;
  if (id !== undefined) headers['X-Request-Id'] = id;
  if (record) {
    record.cache = reply.headers[CACHE_HEADER];
    if (record.showsTiming) headers['Server-Timing'] = record.timing;
  }
  if (isUnread(response.req)) {
    headers.Connection = 'close';
    closeGently(response.req);
  }
  if (body !== null) headers['Content-Length'] = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  response.writeHead(reply.status, headers);
  // A string is sent together with the headers in one write; a buffer would need a second one.
  if (body === null) response.end();
  else response.end(body);
}

function isUnread({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/**
 * Closing a connection with unread bytes resets it, and the client may lose the response. So only our side is closed after
 * the response, and what still arrives is discarded for a short time.
 */
function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    const mostBytes = socket.bytesRead + LINGER_BYTES;
    const endsAt = performance.now() + LINGER_MS;
    const timer = setInterval(() => {
      if (!request.complete && socket.bytesRead < mostBytes && performance.now() < endsAt && !socket.destroyed) return;
      clearInterval(timer);
      socket.destroy();
    }, LINGER_STEP_MS);
    timer.unref();
  };
}
