import { type FieldRequest } from '../../content-model/field-types.js';
import { type RequestContext } from './request-context.js';

/** The request, as declared fields see it. */
export function fieldRequest({ principal, request }: RequestContext): FieldRequest {
  const id = Number(request.pathParams.id);
  return { principal, param: (name) => request.param(name), ...(id > 0 && { itemId: id }) };
}
