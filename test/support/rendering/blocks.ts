import { BLOCKS } from '../../../src/rendering/blocks/styled-blocks.js';
import { type RenderContext } from '../../../src/rendering/render-context.js';
import { renderContent } from '../../../src/rendering/pipelines.js';
import {
  BlockData,
  type BlockPost,
  type BlockQuery,
  blockQueryKey,
  NO_BLOCK_SITE,
} from '../../../src/rendering/block-data.js';
import { blockQueries } from '../../../src/rendering/blocks/block-queries.js';
import { DIALECTS, testContext } from './context.js';

export const THEME = { html5: true, contentWidth: 0, readsBlocks: true };
export const SITE = {
  ...testContext().site,
  blocks: { ...NO_BLOCK_SITE, home: 'http://s.test', name: 'A & B', tagline: 'Words', permalinks: '/%postname%/' },
};

/** A post as dynamic blocks show it. */
export function post(changes: Partial<BlockPost> = {}): BlockPost {
  return {
    id: 5,
    type: 'post',
    title: 'Title',
    link: 'http://s.test/title/',
    date: '2023-05-01 17:23:50',
    modified: '2023-05-02 17:23:50',
    dateIso: '2023-05-01T17:23:50+00:00',
    modifiedIso: '2023-05-02T17:23:50+00:00',
    author: { id: 1, name: 'Ann', email: 'a@s.test', link: 'http://s.test/author/ann/', description: '' },
    excerpt: '',
    content: 'One two three four.',
    isLocked: false,
    commentCount: 0,
    commentsOpen: true,
    featured: 0,
    terms: [{ taxonomy: 'category', name: 'News', link: 'http://s.test/category/news/' }],
    classes: ['post-5', 'post'],
    meta: {},
    ...changes,
  };
}

/** Renders a text whose queries have these results, by kind. */
export function render(
  text: string,
  results: Partial<Record<BlockQuery['kind'], unknown>> = {},
  changes: Partial<RenderContext> = {},
) {
  const context = testContext({
    theme: THEME,
    site: SITE,
    dialect: { ...DIALECTS.a, blocks: BLOCKS },
    ...changes,
  });
  const queries = [...blockQueries(text, context.post.id).values()];
  const data = new Map(queries.map((query) => [blockQueryKey(query), results[query.kind]]));
  return renderContent(text, { ...context, blockData: new BlockData(data) });
}
