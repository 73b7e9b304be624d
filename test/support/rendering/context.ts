import { type Profile } from '../../../src/variant/profile.js';
import { PROFILES } from '../../../src/variant/profiles.js';
import { registeredMimeTypes } from '../../../src/text/mime.js';
import { type RenderContext, type RenderDialect } from '../../../src/rendering/render-context.js';
import { RenderCounters } from '../../../src/rendering/render-counters.js';
import { ResponseBudget } from '../../../src/rendering/render-budget.js';
import { BlockData, NO_BLOCK_SITE } from '../../../src/rendering/block-data.js';
import { registerBuiltInShortcodes } from '../../../src/rendering/shortcodes/builtin/index.js';

/** What differs between the recorded outputs, by their folders. */
export const DIALECTS: Readonly<Record<'a' | 'b' | 'c', RenderDialect>> = {
  a: dialectOf(PROFILES.A),
  b: dialectOf(PROFILES.B),
  c: dialectOf(PROFILES.C),
};

function dialectOf({ rendering, text }: Profile): RenderDialect {
  return { ...rendering, rules: text.rules, mimeTypes: registeredMimeTypes(rendering) };
}

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
    budget: new ResponseBudget().forEntry(999001),
    ...changes,
  };
}

/** The same in WordPress 7, with the markup that a theme chooses. */
export function wp7Context({ html5, contentWidth = 0 }: { html5: boolean; contentWidth?: number }): RenderContext {
  return testContext({ dialect: DIALECTS.c, theme: { html5, contentWidth, readsBlocks: true, tiesCaptions: true } });
}

/** A block theme, and pipelines that render nothing, for tests of single blocks. */
export const BLOCK_THEME = {
  html5: true,
  contentWidth: 0,
  readsBlocks: true,
  blocks: { gap: '1.2rem', blockGaps: {}, padsRoot: true, fluidWidth: 1340 },
};
export const NO_PIPELINES = { excerpt: () => '', content: () => '', comment: () => '' };
