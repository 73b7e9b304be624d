import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { type RestRequest } from '../http/rest-request.js';

/** What the query string asks of the answer as a whole, whatever the route. */
export interface ResponseOptions {
  envelope: boolean;
  embed: boolean;
  fields?: ReadonlySet<string>;
  jsonp?: string;
}

/** Who asks what of which site, handed down explicitly from the controller. One instance a request. */
export class RequestContext {
  /** Sent with every answer to this request. */
  readonly headers: Record<string, string> = {};
  nonceRefused = false;
  private memo = new Map<string, Promise<unknown>>();

  constructor(
    readonly principal: Principal,
    readonly request: RestRequest,
    readonly site: Site,
    readonly options: ResponseOptions,
  ) {}

  /** Members the answer will keep, where the request names them; undefined means all. */
  get wants(): ReadonlySet<string> | undefined {
    return this.options.fields;
  }

  /** The same request, for parts of the answer that `_fields` does not reach. */
  whole(): RequestContext {
    return this.options.fields
      ? new RequestContext(this.principal, this.request, this.site, { ...this.options, fields: undefined })
      : this;
  }

  /** Loads a thing once a request, so that policy and service see the same object. */
  once<T>(key: string, load: () => Promise<T>): Promise<T> {
    let value = this.memo.get(key) as Promise<T> | undefined;
    if (!value) this.memo.set(key, (value = load()));
    return value;
  }

  /** After a write what was loaded before is history. */
  forget(): void {
    this.memo.clear();
  }
}
