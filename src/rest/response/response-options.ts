import { type Profile } from '../../variant/profile.js';
import { isTruthy } from '../args/php-values.js';
import { type RestRequest } from '../http/rest-request.js';
import { type ResponseOptions } from '../route/context.js';
import { FieldSelection } from './field-selection.js';

/** Not a function name: a list or map was sent. */
const INVALID_CALLBACK = '[]';

/** Query parameters that shape the response. */
export function responseOptions(request: RestRequest, { rest, text }: Profile): ResponseOptions {
  const { query } = request;
  const fields = rest.sparseFields ? request.queryList('_fields') : undefined;
  // A text without names selects everything; a list without names selects nothing.
  const selectsAll = text.lists.skipsEmptyItems && typeof query._fields === 'string' && fields?.length === 0;
  const hasCallback = typeof query._jsonp === 'string' && !(rest.ignoresEmptyCallback && !isTruthy(query._jsonp));
  return {
    envelope: query._envelope !== undefined,
    embed: query._embed !== undefined && (rest.embedsByRelation ? embeddedRelations(request) : true),
    ...(fields && !selectsAll && { fields: new FieldSelection(fields, rest.nestedFields) }),
    ...(hasCallback && { jsonp: query._jsonp as string }),
    ...(typeof query._jsonp === 'object' && { jsonp: INVALID_CALLBACK }),
  };
}

/** Without a value, and for 1 and true, everything is embedded. */
function embeddedRelations(request: RestRequest): true | ReadonlySet<string> {
  const names = request.queryList('_embed') ?? [];
  return names.length === 0 || (names.length === 1 && ['1', 'true'].includes(names[0]!)) ? true : new Set(names);
}
