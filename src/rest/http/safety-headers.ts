import { type NextFunction, type Response } from 'express';
import { strictTransport } from '../response/common-headers.service.js';
import { type RestExpressRequest } from '../rest.middleware.js';

type Headers = Readonly<Record<string, string>>;

/** For all that is served besides the interface, files among it. */
const FOR_ANSWERS: Headers = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** For what is not a file: a page that needs more replaces these by its own. */
const FOR_PAGES: Headers = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
};

/** For a page whose policy lets others show it in a frame. */
export function allowFraming(response: Response): void {
  response.removeHeader('X-Frame-Options');
}

export function safeAnswers(hstsSeconds: number) {
  return besidesTheInterface({ ...FOR_ANSWERS, ...strictTransport(hstsSeconds) });
}

export function safePages() {
  return besidesTheInterface(FOR_PAGES);
}

/** The interface's own headers are documented and stay as they are. */
function besidesTheInterface(headers: Headers) {
  const pairs = Object.entries(headers);
  return (request: RestExpressRequest, response: Response, next: NextFunction): void => {
    if (!request.rest) for (const [name, value] of pairs) response.setHeader(name, value);
    next();
  };
}
