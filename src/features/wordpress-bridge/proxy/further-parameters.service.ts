import { Injectable } from '@nestjs/common';
import { mediaType, type RequestContext } from '../../../rest/http/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { type EndpointMatch } from '../../../rest/route/index.js';
import { isMap, recordOf } from '../../../text/index.js';
import { ImportedFieldSource } from '../fields/imported-field-source.js';
import { WordPressRoutesService } from './wordpress-routes.service.js';
import { isTokenOf } from './wordpress-tokens.js';

/** Parameters that plugins read without declaring them, and the field that depends on each. */
const UNDECLARED: Readonly<Record<string, string>> = { acf_format: 'acf' };

/** Finds parameters of requests that plugins of WordPress honour, and the service does not know. */
@Injectable()
export class FurtherParametersService {
  constructor(
    private readonly routes: WordPressRoutesService,
    private readonly delegated: ImportedFieldSource,
  ) {}

  /** Whether WordPress is to handle a request because of its query string. */
  isInQuery(ctx: RequestContext, match: EndpointMatch | undefined): boolean {
    return match !== undefined && this.isForWordPress(ctx, match, Object.keys(ctx.request.query));
  }

  /** Whether the body has a parameter that only WordPress knows. */
  isInBody(ctx: RequestContext, match: EndpointMatch, body: Buffer): boolean {
    const { pattern } = match.endpoint.route;
    if (this.routes.parameters.get(pattern) === undefined) return false;
    return this.isForWordPress(ctx, match, namesIn(ctx, body));
  }

  private isForWordPress(ctx: RequestContext, match: EndpointMatch, names: readonly string[]): boolean {
    const name = names.find((name) => this.isFurther(ctx, match, name));
    if (name === undefined) return false;
    const { authorization = '' } = ctx.request.headers;
    // WordPress would treat the requester as a visitor.
    if (/^\s*bearer\b/i.test(authorization) && !isTokenOf(ctx.site, authorization))
      throw new RestError(
        'rest_invalid_param',
        `${name} is a parameter of a plugin of WordPress, which does not know this token: use an application password.`,
        400,
        { params: { [name]: 'It is a parameter of a plugin of WordPress, which does not know this token.' } },
      );
    return true;
  }

  private isFurther({ request, site: { model } }: RequestContext, { endpoint }: EndpointMatch, name: string): boolean {
    const { pattern } = endpoint.route;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const delegatedField = (field: string) =>
      this.delegated.fields.find((declared) => declared.name === field && isUnder(pattern, declared.route));
    // Writes to delegated fields are judged by their values.
    if (this.routes.parameters.get(pattern)?.get(method)?.has(name)) return delegatedField(name) === undefined;
    const field = Object.hasOwn(UNDECLARED, name) ? delegatedField(UNDECLARED[name]!) : undefined;
    // A feature that knows the field itself knows the parameter, too.
    return field !== undefined && model.fields.isDelegated(field.on, field.name);
  }
}

function isUnder(pattern: string, route: string): boolean {
  return pattern === route || pattern.startsWith(`${route}/`);
}

/** Names of the members of a body that is a form or JSON. */
function namesIn({ request }: RequestContext, body: Buffer): string[] {
  if (request.form) return Object.keys(request.form);
  const type = mediaType(request.header('content-type')) ?? '';
  if (body.length === 0 || !/[/+]json$/.test(type)) return [];
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isMap(value) ? Object.keys(recordOf(value)) : [];
  } catch {
    return [];
  }
}
