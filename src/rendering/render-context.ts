import { type FileTypes, type MimeTable } from '../text/mime.js';
import { type TextRules } from '../text/text-rules.js';
import { type ShortcodeNames } from '../text/texturize.js';
import { type BlockData, type BlockPost, type BlockQuery, type BlockSite, type NavigationMenu } from './block-data.js';
import { type RenderBudget } from './render-budget.js';
import { type RenderCounters } from './render-counters.js';
import { type ShortcodeAttributes } from './shortcode-attributes.js';

export type { ShortcodeNames };

/**
 * Everything that a piece of content is rendered from. The caller loads it first (see needs.ts), so rendering is
 * synchronous and does no I/O.
 */
export interface RenderContext {
  readonly post: RenderedPost;
  readonly site: RenderedSite;
  readonly theme: Presentation;
  readonly dialect: RenderDialect;
  readonly shortcodes: Shortcodes;
  /** Attachments by ID; missing ones do not exist. */
  readonly attachments: Pick<ReadonlyMap<number, RenderAttachment>, 'get'>;
  /** IDs of a post's attachments of every kind, by menu order, then ID. */
  readonly children: ReadonlyMap<number, readonly number[]>;
  /** Cached embeds of the post by meta key (see embeds/embed-request.ts). */
  readonly embeds: { get(key: string, request: EmbedRequest): string | undefined };
  /** Public posts of this site by the URLs that the content embeds. */
  readonly ownPosts: { get(url: string): EmbeddedPost | undefined };
  /** Results of the lookups of shortcodes and of blocks of modules, by name and key (see needs.ts). */
  readonly lookups: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Contents of published synced patterns by id. */
  readonly patterns: Pick<ReadonlyMap<number, string>, 'get'>;
  /** Meta values of the post that its blocks are bound to, by key; others do not exist. */
  readonly boundMeta: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Published navigation menus by id. */
  readonly menus: Pick<ReadonlyMap<number, NavigationMenu>, 'get'>;
  /** Results of the queries of dynamic blocks. */
  readonly blockData: BlockData;
  /** Counts blocks that have no renderer. */
  readonly unknownBlocks?: { add(name: string): void };
  /** The posts whose contents are being rendered inside of another content around this one. */
  readonly ancestors?: ReadonlySet<number>;
  /** Blocks are rendered by themselves, not as part of a content. */
  readonly isOutsideContent?: boolean;
  /** Shared by everything rendered for one request. */
  readonly counters: RenderCounters;
  /** Bounds what the content may expand to. */
  readonly budget: RenderBudget;
}

/** Renders a shortcode; `content` is empty where there is no closing tag. */
export type ShortcodeHandler = (
  attributes: ShortcodeAttributes,
  content: string,
  tag: string,
  context: RenderContext,
) => string;

export interface Shortcodes extends ShortcodeNames {
  handler(name: string): ShortcodeHandler | undefined;
  lookup(name: string): ShortcodeLookup | undefined;
  /** A block of a module. */
  block(name: string): BlockLookup | undefined;
}

/** HTML of blocks that modules render. */
export interface BlockLookup {
  /** The key of a block with these attributes in a post. */
  key(attributes: Readonly<Record<string, unknown>>, post: number): string;
  /** Called once per page with all keys. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Data that a shortcode needs and the post does not have. */
export interface ShortcodeLookup {
  /** The key to look up; undefined where these attributes need none. */
  key(attributes: ShortcodeAttributes): string | undefined;
  /** Called once per page with all keys. Handlers get the texts, and cached HTML is validated with them. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A URL to embed, and its maximum size in pixels. */
export interface EmbedRequest {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A post of this site that is embedded, on another site or in a post of this one. */
export interface EmbeddedPost {
  readonly link: string;
  /** Rendered. */
  readonly title: string;
  readonly siteName: string;
  /** Whether the site's permalinks end with a slash. */
  readonly endsWithSlash: boolean;
}

export interface RenderedPost {
  readonly id: number;
  readonly type: string;
}

export interface RenderedSite {
  /** The URL of the installation, without a trailing slash. */
  readonly url: string;
  readonly smilies: boolean;
  /** Site properties that blocks show. */
  readonly blocks: BlockSite;
  /** Bounding boxes of the named image sizes; 0 = no limit in that dimension. */
  readonly imageSizes: ReadonlyMap<string, { readonly width: number; readonly height: number }>;
}

/** Properties that depend on the site's theme. */
export interface Presentation {
  /** figure and figcaption for captions and galleries. */
  readonly html5: boolean;
  /** Captions and their images refer to each other for screen readers. */
  readonly tiesCaptions?: boolean;
  /** Whether content may contain blocks. */
  readonly readsBlocks?: boolean;
  /** Layout values of a block theme; undefined for other themes. */
  readonly blocks?: BlockTheme;
  /** Maximum width of an embed or player in pixels; 0 = no limit. */
  readonly contentWidth: number;
  /** Replaces the computed `sizes` of images in galleries and attachment descriptions. */
  readonly attachmentImageSizes?: string;
  /** Replaces the computed `sizes` of images; the last matching rule wins. */
  readonly imageSizes?: readonly ImageSizesRule[];
}

/** Values of a block theme that affect the classes of blocks. */
export interface BlockTheme {
  /** Space between blocks. */
  readonly gap: string;
  /** Space between the blocks inside some blocks, by the name of the block around them. */
  readonly blockGaps: Readonly<Record<string, string>>;
  /** Whether full-width blocks at the root keep the padding of the content. */
  readonly padsRoot: boolean;
  /** Maximum layout width in pixels for fluid font sizes; undefined if font sizes are fixed. */
  readonly fluidWidth?: number;
  /** Style variations (`is-style-…`) that the theme has rules for, by block. */
  readonly variations?: Readonly<Record<string, readonly string[]>>;
}

interface ImageSizesRule {
  /** Applies to images that are at least this wide. */
  readonly minWidth: number;
  readonly exceptPages?: boolean;
  /** `{width}` stands for the width of the image. */
  readonly sizes: string;
}

/** How rendering differs between releases. */
export interface RenderingDialect {
  /** Renders the blocks of WordPress 7; images then get the attributes that control their loading, too. */
  readonly blocks: BlockRendering | undefined;
  /** Titles of private posts have a prefix. */
  readonly marksPrivateTitles: boolean;
  /** Shortcodes in revisions belong to no post: the ID in their output is 0. */
  readonly revisionsHaveNoPost: boolean;
  /**
   * A bare `'x y'` in a shortcode is one positional value; YouTube and Vimeo URLs of players use HTTPS, without the
   * parameters that break the player.
   */
  readonly tidiesShortcodes: boolean;
  /** The file types that are known, and of them those that are played. */
  readonly fileTypes: FileTypes;
}

/** Differences between releases, with the rules for text. */
export interface RenderDialect extends RenderingDialect {
  /** Rules by which URLs are cleaned and lists of IDs are read. */
  readonly rules: TextRules;
  /** Known file types, for the type of media sources. */
  readonly mimeTypes: MimeTable;
}

/** Renders the blocks of WordPress 7. Older releases show the HTML that is saved with blocks. */
export interface BlockRendering {
  /** Whether there is a renderer for blocks of this name with these attributes in their delimiter. */
  isKnown(name: string, json?: string): boolean;
  /** Queries of the dynamic blocks in the content of a post, by their key; their results are loaded before rendering. */
  queries(content: string, post: number): Map<string, BlockQuery>;
  /** Keys of the meta values that blocks in a text show. */
  metaKeys(content: string): string[];
  render(text: string, context: RenderContext, pipelines: BlockPipelines): string;
  /** The part of a text that generated excerpts use. */
  renderExcerpt(text: string, context: RenderContext, pipelines: BlockPipelines): string;
  /** CSS of the layouts that classes of rendered blocks stand for; WordPress adds it to the pages of its site. */
  containerRules(classes: Iterable<string>): string;
}

/** Renders texts inside blocks: the pipelines that render blocks themselves. */
export interface BlockPipelines {
  /** The excerpt of a post; a generated one is cut to a number of words. */
  excerpt(post: BlockPost, context: RenderContext, words?: number): string;
  /** The content of a post, or a part of it. */
  content(post: BlockPost, context: RenderContext, text?: string): string;
  comment(text: string, context: RenderContext, isWhole: boolean): string;
}

export interface RenderAttachment {
  readonly id: number;
  readonly url: string;
  /** The attachment page. */
  readonly link: string;
  readonly title: string;
  readonly caption: string;
  readonly alt: string;
  readonly mime: string;
  readonly menuOrder: number;
  readonly date: string;
  /** From the stored metadata; undefined when there is none. */
  readonly image?: ImageMetadata;
  /** What cropped versions of the image show, as shares of its width and height. */
  readonly focalPoint?: { readonly x: number; readonly y: number };
  /** URL of the poster image of a video. */
  readonly poster?: string;
  /** Only loaded for playlists. */
  readonly track?: TrackDetails;
}

/** Details of an audio or video file in playlists, besides its title. */
export interface TrackDetails {
  readonly description: string;
  /** Tags of the file that players show, such as the artist; by name. */
  readonly tags: Readonly<Record<string, string>>;
  /** Whether anything is stored about the file. */
  readonly hasMetadata: boolean;
  /** The featured image. */
  readonly cover?: RenderAttachment;
}

export interface ImageMetadata {
  readonly width: number;
  readonly height: number;
  /** Path below the uploads folder. */
  readonly file: string;
  /** In stored order. */
  readonly sizes: ReadonlyMap<string, ImageSize>;
}

export interface ImageSize {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
}

/** A box images are scaled into; 0 = no limit in that dimension. */
export interface ImageSizeBox {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Filled by cropping from the centre; otherwise the whole image is scaled to fit. */
  readonly crop: boolean;
}
