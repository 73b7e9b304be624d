import { type NextFunction, type Response } from 'express';
import { strictTransport } from '../response/common-headers.service.js';
import { type RestExpressRequest } from '../observe/request-record.js';

type Headers = Readonly<Record<string, string>>;

/** For everything served outside the REST API, including files. */
const FOR_RESPONSES: Headers = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** For everything that is not a file; pages that need more override these. */
const FOR_PAGES: Headers = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
};

/** For pages that other sites may show in a frame. */
export function allowFraming(response: Response): void {
  response.removeHeader('X-Frame-Options');
}

export function responseSafetyHeaders(hstsSeconds: number) {
  return outsideRestApi({ ...FOR_RESPONSES, ...strictTransport(hstsSeconds) });
}

export function pageSafetyHeaders() {
  return outsideRestApi(FOR_PAGES);
}

/** The headers of the REST API are documented and stay unchanged. */
function outsideRestApi(headers: Headers) {
  const pairs = Object.entries(headers);
  return (request: RestExpressRequest, response: Response, next: NextFunction): void => {
    if (!request.rest) for (const [name, value] of pairs) response.setHeader(name, value);
    next();
  };
}
