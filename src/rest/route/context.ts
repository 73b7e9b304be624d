import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { type RestRequest } from '../http/rest-request.js';
import { type FieldSelection } from '../response/field-selection.js';

/** What the query string asks of the answer as a whole, whatever the route. */
export interface ResponseOptions {
  envelope: boolean;
  /** Everything that links lead to, or only what these relations lead to. */
  embed: boolean | ReadonlySet<string>;
  fields?: FieldSelection;
  jsonp?: string;
}

/**
 * Loads one kind of value at most once per request and key, so that policy and service see the same object. It belongs
 * to the provider that owns the value; others ask that provider.
 */
export class RequestLoader<Key extends string | number, Value, Rest extends unknown[] = []> {
  constructor(private readonly load: (key: Key, ...rest: Rest) => Promise<Value>) {}

  /** The arguments after the key only matter to the first call. */
  of(ctx: RequestContext, key: Key, ...rest: Rest): Promise<Value> {
    const loaded = ctx.loadedBy(this);
    let value = loaded.get(key);
    if (!value) loaded.set(key, (value = this.load(key, ...rest)));
    return value;
  }

  /** Provides what `of` would load, such as the items of a list that was loaded as a whole. */
  provide(ctx: RequestContext, key: Key, value: Value): void {
    const loaded = ctx.loadedBy(this);
    if (!loaded.has(key)) loaded.set(key, Promise.resolve(value));
  }
}

/** Who asks what of which site, handed down explicitly from the controller. One instance a request. */
export class RequestContext {
  /** Sent with every answer to this request. */
  readonly headers: Record<string, string> = {};
  nonceRefused = false;
  private loaded = new Map<unknown, Map<unknown, Promise<unknown>>>();

  constructor(
    readonly principal: Principal,
    readonly request: RestRequest,
    readonly site: Site,
    readonly options: ResponseOptions,
  ) {}

  /** Members the answer will keep, where the request names them; undefined means all. */
  get wants(): FieldSelection | undefined {
    return this.options.fields;
  }

  /** The same request, for parts of the answer that `_fields` does not reach. */
  whole(): RequestContext {
    return this.options.fields
      ? new RequestContext(this.principal, this.request, this.site, { ...this.options, fields: undefined })
      : this;
  }

  /** The same requester at another route, with what this request has loaded. */
  at(request: RestRequest): RequestContext {
    const other = new RequestContext(this.principal, request, this.site, this.options);
    other.loaded = this.loaded;
    return other;
  }

  /** What this request has loaded through one loader, by key. */
  loadedBy<Key extends string | number, Value>(loader: RequestLoader<Key, Value, never>): Map<Key, Promise<Value>> {
    let values = this.loaded.get(loader) as Map<Key, Promise<Value>> | undefined;
    if (!values) this.loaded.set(loader, (values = new Map()));
    return values;
  }

  /** Drops what was loaded before a write. */
  forget(): void {
    this.loaded.clear();
  }
}
