import { type Profile } from '../../variant/profile.js';
import { isTruthy } from '../../text/php/php-values.js';
import { type RestRequest } from '../http/rest-request.js';
import { type ResponseOptions } from '../http/request-context.js';
import { FieldSelection, ON_REQUEST, WithRequested } from '../http/field-selection.js';

/** Not a function name: a list or map was sent. */
const INVALID_CALLBACK = '[]';

/** Query parameters that shape the response. */
export function responseOptions(request: RestRequest, { rest, text }: Profile): ResponseOptions {
  const { query } = request;
  const isNested = rest.fieldSelection === 'nested';
  const fields = rest.fieldSelection === 'none' ? undefined : request.queryList('_fields');
  // A text without names selects everything; a list without names selects nothing.
  const selectsAll = text.rules === 'wp7' && typeof query._fields === 'string' && fields?.length === 0;
  const requested = ON_REQUEST.filter((name) => isTruthy(query[name]) && query[name] !== 'false');
  const hasCallback = typeof query._jsonp === 'string' && !(rest.lenientRequests && !isTruthy(query._jsonp));
  return {
    envelope: query._envelope !== undefined,
    embed: query._embed !== undefined && (isNested ? embeddedRelations(request) : true),
    ...selection(selectsAll ? undefined : fields, requested, isNested),
    ...(hasCallback && { jsonp: query._jsonp as string }),
    ...(typeof query._jsonp === 'object' && { jsonp: INVALID_CALLBACK }),
  };
}

/** Without a value, and for 1 and true, everything is embedded. */
function embeddedRelations(request: RestRequest): true | ReadonlySet<string> {
  const names = request.queryList('_embed') ?? [];
  return names.length === 0 || (names.length === 1 && ['1', 'true'].includes(names[0]!)) ? true : new Set(names);
}

function selection(
  names: readonly string[] | undefined,
  requested: readonly string[],
  isNested: boolean,
): Pick<ResponseOptions, 'fields'> {
  if (names) return { fields: new FieldSelection([...names, ...requested], isNested) };
  return requested.length > 0 ? { fields: new WithRequested(requested) } : {};
}
