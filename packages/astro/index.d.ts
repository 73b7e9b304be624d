import { type APIRoute, type MiddlewareHandler } from 'astro';
import { type FrontEndOptions, type Reader } from '@nestpress/client/front-end';

export {
  type Address,
  imageAttributes,
  imageLoader,
  type MediaSizes,
  type Menu,
  type MenuItem,
  type Reader,
} from '@nestpress/client/front-end';

declare global {
  namespace App {
    interface Locals {
      frontEnd: Reader;
    }
  }
}

export interface FrontEnd {
  /** The middleware: `Astro.locals.frontEnd` reads; what was rendered is cached until a message names what it has read. */
  readonly onRequest: MiddlewareHandler;
  /** GET of the route that FRONT_END_PREVIEW names. */
  readonly openPreview: APIRoute;
  /** GET of a route that ends the preview. */
  readonly closePreview: APIRoute;
  /** POST of the route whose address is a webhook of the site. */
  readonly revalidate: APIRoute;
  /** GET of a route that passes on a file of the service, such as /sitemap.xml or /feed/. */
  passOn(path: string): APIRoute;
}

export declare function createFrontEnd(
  options: FrontEndOptions & {
    /** How many rendered pages are cached; 1000 by default. */
    maxPages?: number;
  },
): FrontEnd;
