import { ANONYMOUS, Principal } from '../../src/access/principal.js';
import { RestRequest } from '../../src/rest/http/rest-request.js';
import { RequestContext } from '../../src/rest/http/request-context.js';
import { Site } from '../../src/site/site.js';

const OPTIONS: Record<string, string> = { home: 'http://site.test', default_category: '1' };
const SITE = new Site(
  { get: (name: string) => OPTIONS[name], has: (name: string) => name in OPTIONS },
  { basePath: '/wp-json', plainRoot: '/' },
);

interface RequestFields {
  /** 0 is an anonymous request. */
  id?: number;
  caps?: readonly string[];
  method?: string;
  query?: Record<string, unknown>;
}

/** A request as a policy sees it, from a user with these capabilities. */
export function requestContext({ id = 7, caps = [], method = 'GET', query = {} }: RequestFields = {}): RequestContext {
  const principal =
    id === 0 ? ANONYMOUS : new Principal({ ...ANONYMOUS, id, login: `user${id}`, caps: new Set(caps), how: 'basic' });
  const request = new RestRequest(method, '/test', query, {}, '', method);
  return new RequestContext(principal, request, SITE, { envelope: false, embed: false });
}

export const anonymous = (fields: RequestFields = {}): RequestContext => requestContext({ ...fields, id: 0 });

/** A refusal as `code status`, so that a table of expectations stays short; anything else as it is. */
export function verdict(result: unknown): unknown {
  if (!(result instanceof Error)) return result;
  const { code, status } = result as Error & { code?: string; status?: number };
  return `${code} ${status}`;
}
