import { knownMimeTypes } from '../../../src/text/mime.js';
import {
  type RenderContext,
  RenderCounters,
  type RenderDialect,
} from '../../../src/content/rendering/render-context.js';
import { BlockData, NO_BLOCK_SITE } from '../../../src/content/rendering/blocks/block-data.js';
import { registerBuiltInShortcodes } from '../../../src/content/rendering/shortcodes/builtin/index.js';

/** The two generations of recorded outputs, by their folders. */
export const DIALECTS: Readonly<Record<'a' | 'b', RenderDialect>> = {
  a: {
    rendersBlocks: false,
    marksPrivateTitles: true,
    bareSingleQuotes: true,
    audioExtensions: ['mp3', 'ogg', 'flac', 'm4a', 'wav'],
    videoExtensions: ['mp4', 'm4v', 'webm', 'ogv', 'flv'],
    cleansHostedVideoUrls: true,
    mimeTypes: knownMimeTypes({ newerAudioTypes: true }),
  },
  b: {
    rendersBlocks: false,
    marksPrivateTitles: true,
    bareSingleQuotes: false,
    audioExtensions: ['mp3', 'ogg', 'wma', 'm4a', 'wav'],
    videoExtensions: ['mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv'],
    cleansHostedVideoUrls: false,
    mimeTypes: knownMimeTypes({ newerAudioTypes: false }),
  },
};

export const BUILT_IN = registerBuiltInShortcodes();

/** The state in which the outputs were recorded: one post without attachments, no theme. */
export function testContext(changes: Partial<RenderContext> = {}): RenderContext {
  return {
    post: { id: 999001, type: 'post' },
    site: {
      url: 'http://site.example',
      smilies: true,
      blocks: NO_BLOCK_SITE,
      imageSizes: new Map([
        ['thumbnail', { width: 150, height: 150 }],
        ['medium', { width: 300, height: 300 }],
        ['large', { width: 1024, height: 1024 }],
      ]),
    },
    theme: { html5: false, contentWidth: 0 },
    dialect: DIALECTS.a,
    shortcodes: BUILT_IN,
    attachments: new Map(),
    children: new Map(),
    embeds: new Map(),
    ownPosts: new Map(),
    lookups: new Map(),
    patterns: new Map(),
    boundMeta: new Map(),
    menus: new Map(),
    blockData: new BlockData(),
    counters: new RenderCounters(),
    ...changes,
  };
}

/** The same in current releases, with the markup that a theme chooses. */
export function currentContext({ html5, contentWidth = 0 }: { html5: boolean; contentWidth?: number }): RenderContext {
  const dialect = { ...DIALECTS.a, rendersBlocks: true, marksPrivateTitles: false };
  return testContext({ dialect, theme: { html5, contentWidth, readsBlocks: true, tiesCaptions: true } });
}

/** A block theme, and pipelines that render nothing, for tests of single blocks. */
export const BLOCK_THEME = {
  html5: true,
  contentWidth: 0,
  readsBlocks: true,
  blocks: { gap: '1.2rem', blockGaps: {}, padsRoot: true, fluidWidth: 1340 },
};
export const NO_PIPELINES = { excerpt: () => '', content: () => '', comment: () => '' };
