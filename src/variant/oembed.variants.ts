/** How oEmbed differs between the variants. */
export interface OembedDialect {
  /**
   * Titles are rendered as on pages, thumbnails are the smallest stored size that fills the frame (otherwise the full
   * image), and the proxy describes the site's own posts even if discovery is off.
   */
  readonly describesPages: boolean;
}

export const OEMBED: OembedDialect = { describesPages: false };
