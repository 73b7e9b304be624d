import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { type RestRequest } from './rest-request.js';
import { type FieldSelection } from './field-selection.js';

/** Global query parameters that shape the response, on any route. */
export interface ResponseOptions {
  envelope: boolean;
  /** Embeds all embeddable links, or only those with these relations. */
  embed: boolean | ReadonlySet<string>;
  fields?: FieldSelection;
  jsonp?: string;
  /** Whether a program reads everything once, so its responses bypass the caches of entries and HTML. */
  isBulkRead?: boolean;
}

/** Headers of a protocol on top of HTTP. */
export interface ProtocolHeaders {
  /** Pages of other origins may send these. */
  readonly request: readonly string[];
  /** Pages of other origins may read these. */
  readonly response: readonly string[];
  /** Responses to OPTIONS have these. */
  readonly described: Readonly<Record<string, string>>;
}

/**
 * Loads a value at most once per request and key, so that policy and service see the same object. Owned by the provider
 * that loads the value; other providers call that provider.
 */
export class RequestLoader<Key extends string | number, Value, Rest extends unknown[] = []> {
  constructor(private readonly load: (key: Key, ...rest: Rest) => Promise<Value>) {}

  /** The arguments after the key only affect the first call. */
  of(ctx: RequestContext, key: Key, ...rest: Rest): Promise<Value> {
    const loaded = ctx.loadedBy(this);
    let value = loaded.get(key);
    if (!value) loaded.set(key, (value = this.load(key, ...rest)));
    return value;
  }

  /** Sets the value that `of` would load, for example for items of a list that was loaded in one query. */
  provide(ctx: RequestContext, key: Key, value: Value): void {
    const loaded = ctx.loadedBy(this);
    if (!loaded.has(key)) loaded.set(key, Promise.resolve(value));
  }
}

/** What a request has loaded, by loader and key. */
type LoadedValues = Map<unknown, Map<unknown, Promise<unknown>>>;

/** The requester, the parameters and the site of a request, passed explicitly from the controller. One instance per request. */
export class RequestContext {
  /** Sent with every response to this request. */
  readonly headers: Record<string, string> = {};
  /** Headers of the matched route. */
  protocol?: ProtocolHeaders;
  nonceRefused = false;
  /** Whether the operation is over and was a write; policies are then evaluated for the Allow header only. */
  hasWritten = false;
  private loaded: LoadedValues = new Map();
  private loadedAfterWrite: LoadedValues = new Map();

  constructor(
    readonly principal: Principal,
    readonly request: RestRequest,
    readonly site: Site,
    readonly options: ResponseOptions,
  ) {}

  /** Fields that the response will include, if the request limits them; undefined means all. */
  get wants(): FieldSelection | undefined {
    return this.options.fields;
  }

  /** The same request for parts of the response that `_fields` does not apply to. */
  whole(): RequestContext {
    return this.options.fields
      ? new RequestContext(this.principal, this.request, this.site, { ...this.options, fields: undefined })
      : this;
  }

  /** The same requester on another route, with the values this request has loaded. */
  at(request: RestRequest): RequestContext {
    const context = new RequestContext(this.principal, request, this.site, this.options);
    context.loaded = this.loaded;
    return context;
  }

  /** The values this request has loaded through one loader, by key. */
  loadedBy<Key extends string | number, Value>(loader: RequestLoader<Key, Value, never>): Map<Key, Promise<Value>> {
    let values = this.loaded.get(loader) as Map<Key, Promise<Value>> | undefined;
    if (!values) this.loaded.set(loader, (values = new Map()));
    return values;
  }

  /** The same request on the site as it is after a write. `forget` then keeps what is loaded through it. */
  afterWrite(site: Site): RequestContext {
    const after = new RequestContext(this.principal, this.request, site, this.options);
    this.loadedAfterWrite = after.loaded;
    return after;
  }

  /** Drops values loaded before a write. */
  forget(): void {
    this.loaded = this.loadedAfterWrite;
    this.loadedAfterWrite = new Map();
  }
}
