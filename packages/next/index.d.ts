import { type FrontEndOptions, type Reader } from '@nestpress/client/front-end';

export {
  type Address,
  type FrontEndOptions,
  imageAttributes,
  imageLoader,
  type MediaSizes,
  type Menu,
  type MenuItem,
} from '@nestpress/client/front-end';

type Handler = (request: Request) => Promise<Response>;

export interface FrontEnd extends Reader {
  /** GET of the route that FRONT_END_PREVIEW names. */
  readonly openPreview: Handler;
  /** GET of a route that ends the preview. */
  closePreview(): Promise<never>;
  /** POST of the route whose address is a webhook of the site. */
  readonly revalidate: Handler;
  /** GET of a route that passes on a file of the service, such as /sitemap.xml or /feed/. */
  passOn(path: string): () => Promise<Response>;
}

export declare function createFrontEnd(options: FrontEndOptions): FrontEnd;
