import { Inject, Injectable } from '@nestjs/common';
import { runAs } from '../../access/current-principal.js';
import { ANONYMOUS, type Principal, SYSTEM } from '../../access/principal.js';
import { type ContentName } from '../../hooks/changes.js';
import { type ReceivedFile, RestRequest, type UploadBody } from '../../rest/http/rest-request.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { payloadTooLarge } from '../../rest/errors/catalogue.js';
import { responseOptions } from '../../rest/response/response-options.js';
import { ResponseWriter } from '../../rest/response/response-writer.js';
import { REST_OPTIONS, type RestOptions } from '../../rest/rest-options.js';
import { RouteCallerService } from '../../rest/batch/route-caller.service.js';
import { type Endpoint, type RestExchange } from '../../rest/route/route.types.js';
import { ContentModel } from '../../content-model/content-model.js';
import { type DeclaredTaxonomy } from '../../content-model/declarations.js';
import { SiteService } from '../../site/site.service.js';
import { type PhpMap } from '../../text/php/php-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { ContentCollection, type RouteCall, type RouteResult } from './content-collection.js';
import {
  type CommentInput,
  type CommentItem,
  type EntryInput,
  type EntryItem,
  type MediaFile,
  type MediaInput,
  type MediaItem,
  type TermInput,
  type TermItem,
  type UserInput,
  type UserItem,
} from './content-items.js';

/** Comments and sign-ins record an address. */
const LOCAL_ADDRESS = '127.0.0.1';
/** Parameters of every route. */
const GLOBAL_PARAMETERS = ['_fields', '_embed'];

type Named = { readonly value: { readonly name: string } };
const nameOf = (named: string | Named) => (typeof named === 'string' ? named : named.value.name);

/** The content of the site as one principal may use it. */
export class PrincipalContent {
  readonly media: ContentCollection<MediaItem, MediaInput, MediaInput & { file: MediaFile }>;
  readonly comments: ContentCollection<CommentItem, CommentInput>;
  readonly users: ContentCollection<UserItem, UserInput>;

  constructor(
    private readonly model: ContentModel,
    private readonly call: (call: RouteCall) => Promise<RouteResult>,
  ) {
    this.media = new ContentCollection(call, '/wp/v2/media', false);
    this.comments = new ContentCollection(call, '/wp/v2/comments', true);
    this.users = new ContentCollection(call, '/wp/v2/users', false);
  }

  /** The entries of a type: its name, or what `defineContentType` returned. */
  of<const T extends ContentName>(type: T): ContentCollection<EntryItem<T>, EntryInput<T>> {
    const name = nameOf(type);
    const { restBase, route } = this.model.types.get(name) ?? {};
    if (restBase === undefined || name === 'attachment')
      throw new TypeError(`There is no content type "${name}" with routes.`);
    return new ContentCollection(this.call, route!, true);
  }

  /** The terms of a taxonomy: its name, or what `defineTaxonomy` returned. */
  terms(taxonomy: string | DeclaredTaxonomy): ContentCollection<TermItem, TermInput> {
    const name = nameOf(taxonomy);
    const { restBase, route } = this.model.taxonomies.get(name) ?? {};
    if (restBase === undefined) throw new TypeError(`There is no taxonomy "${name}" with routes.`);
    return new ContentCollection(this.call, route!, false);
  }
}

/**
 * Reads and writes content from code. Every call passes through the route that clients use, so it has the same validation,
 * permissions, hooks, revisions and events, and invalidates the same caches. Inside a hook it joins the transaction.
 */
@Injectable()
export class ContentService {
  constructor(
    private readonly routes: RouteCallerService,
    private readonly responses: ResponseWriter,
    private readonly sites: SiteService,
    private readonly model: ContentModel,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  as(principal: Principal): PrincipalContent {
    return new PrincipalContent(this.model, (call) => this.request(principal, call));
  }

  /** As the service itself, which may do everything. */
  asSystem(): PrincipalContent {
    return this.as(SYSTEM);
  }

  /** As requests without credentials. */
  asAnonymous(): PrincipalContent {
    return this.as(ANONYMOUS);
  }

  /** Calls any route of the API. */
  request(principal: Principal, call: RouteCall): Promise<RouteResult> {
    return runAs(principal, () => this.callRoute(principal, call));
  }

  private async callRoute(
    principal: Principal,
    { method, route, query = {}, values, file, isBulkRead }: RouteCall,
  ): Promise<RouteResult> {
    const headers = file && { 'content-disposition': `attachment; filename=${latin1Name(file.name)}` };
    const address = principal.address ?? LOCAL_ADDRESS;
    const request = new RestRequest(method, route, jsonOf(query), headers ?? {}, address, method);
    request.isFromCode = true;
    if (values) request.json = jsonOf(values);
    const options = { ...responseOptions(request, this.profile), envelope: false, jsonp: undefined, isBulkRead };
    const exchange: RestExchange = { ctx: new RequestContext(principal, request, await this.sites.current(), options) };
    exchange.endpoint = this.routes.find(exchange.ctx);
    assertKnownNames(exchange.endpoint, method, [...Object.keys(request.query), ...Object.keys(request.json ?? {})]);
    const upload = file && new CodeUpload(file, this.options);
    if (upload) request.upload = upload;
    try {
      await this.routes.prepare(exchange);
      const reply = await this.responses.success(exchange, await this.routes.execute(exchange));
      return { body: JSON.parse(String(reply.body)), headers: reply.headers };
    } finally {
      await upload?.discard();
    }
  }
}

/** Values as they would arrive in JSON: without undefined members, dates as text. */
function jsonOf(values: object): PhpMap {
  return JSON.parse(JSON.stringify(values)) as PhpMap;
}

/** In code, a name that the route does not know is a mistake; requests may have any. */
function assertKnownNames({ args, route }: Endpoint, method: string, names: readonly string[]): void {
  const declared = new Set([...args.args.map(({ name }) => name), ...GLOBAL_PARAMETERS]);
  const unknown = names.find((name) => !declared.has(name));
  if (unknown !== undefined)
    throw new TypeError(
      `${method} ${route.pattern} has no parameter "${unknown}". It has ${[...declared].join(', ')}.`,
    );
}

/** As Node would hand over the bytes of the header. Quotes, separators and line breaks would end the name. */
function latin1Name(name: string): string {
  return Buffer.from(name.replaceAll(/[";\r\n]/g, '_')).toString('latin1');
}

/** A file that code provides as the body of a request. */
class CodeUpload implements UploadBody {
  readonly isAbsent = false;
  readonly isForm = false;
  private unclaimed?: string;

  constructor(
    private readonly file: MediaFile,
    private readonly options: RestOptions,
  ) {}

  /** The values of the call are its arguments. */
  readArguments(): Promise<void> {
    return Promise.resolve();
  }

  async receive(): Promise<ReceivedFile> {
    const received = await this.options.inbox.save(this.bytes(), { md5: false });
    this.unclaimed = received.path;
    return received;
  }

  claim(): void {
    this.unclaimed = undefined;
  }

  async discard(): Promise<void> {
    if (this.unclaimed !== undefined) await this.options.inbox.drop(this.unclaimed);
  }

  private async *bytes(): AsyncGenerator<Uint8Array> {
    const { uploadLimit } = this.options;
    const { data } = this.file;
    let size = 0;
    for await (const chunk of data instanceof Uint8Array ? [data] : data) {
      size += chunk.length;
      if (size > uploadLimit) throw payloadTooLarge(uploadLimit);
      yield chunk;
    }
  }
}
