import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../test/support/processor-time.js';
import { attachment } from '../../test/support/rendering/attachments.js';
import { wp7Context } from '../../test/support/rendering/context.js';
import { BlockData, type BlockPost, blockQueryKey } from './block-data.js';
import { blockQueries } from './blocks/block-queries.js';
import { renderContent } from './pipelines.js';
import { ENTRY_LIMITS, type ExceededLimit, RESPONSE_LIMITS, ResponseBudget } from './render-budget.js';
import { type RenderContext } from './render-context.js';

const WORDS = 'All ferries of the island leave at noon. '.repeat(100);
/** Ten times what the slowest of these texts takes on an idle core. */
const MAX_MS = 10_000;

function post(id: number): BlockPost {
  const date = '2023-05-01 17:23:50';
  const dateIso = '2023-05-01T17:23:50+00:00';
  return {
    id,
    type: 'post',
    title: `Title ${id}`,
    link: `http://s.test/${id}/`,
    date,
    modified: date,
    dateIso,
    modifiedIso: dateIso,
    excerpt: '',
    content: `<!-- wp:paragraph --><p>${WORDS}</p><!-- /wp:paragraph -->`,
    isLocked: false,
    commentCount: 0,
    commentsOpen: true,
    featured: 0,
    terms: [],
    classes: [`post-${id}`, 'post'],
    meta: {},
  };
}

const POSTS = Array.from({ length: 100 }, (_, index) => post(index + 1));

/** Loops inside loops, each over a hundred posts. */
const loops = (depth: number, inside: string): string =>
  depth === 0
    ? inside
    : `<!-- wp:query {"query":{"perPage":100}} --><!-- wp:post-template -->${loops(depth - 1, inside)}<!-- /wp:post-template --><!-- /wp:query -->`;

function render(text: string, budget: ResponseBudget, changes: Partial<RenderContext> = {}) {
  const context = wp7Context({ html5: true });
  const texts = [text, ...POSTS.map(({ content }) => content), ...PATTERNS.values()];
  const queries = texts.flatMap((text) => [...blockQueries(text, context.post.id).values()]);
  const results = new Map(
    queries.map((query) => [
      blockQueryKey(query),
      query.kind === 'posts'
        ? { posts: POSTS.slice(0, query.limit), total: 100 }
        : query.kind === 'pages'
          ? POSTS.map(({ id, title, link }) => ({ id, parent: 0, title, link, isFront: false }))
          : undefined,
    ]),
  );
  const entry = budget.forEntry(context.post.id);
  const blockData = new BlockData(results);
  return { html: renderContent(text, { ...context, ...changes, blockData, budget: entry }), entry };
}

const PATTERNS = new Map([1, 2, 3, 4].map((id) => [id, `<!-- wp:block {"ref":${id + 1}} /-->`.repeat(100)] as const));
PATTERNS.set(5, `<!-- wp:paragraph --><p>${WORDS}</p><!-- /wp:paragraph -->`);

const IMAGES = POSTS.map(({ id }) => attachment(id, `${id}.jpg`));
const OWN_POST = { id: 1, link: 'http://s.test/1/', title: 'Title', siteName: 'Site' };

describe('what a few bytes expand to is bounded', () => {
  const titles = '<!-- wp:post-title /-->';
  const latest = '<!-- wp:latest-posts {"postsToShow":100,"displayPostContent":true} /-->';
  test.each<[name: string, text: string, limit: ExceededLimit['limit'], changes?: Partial<RenderContext>]>([
    ['loops in loops', loops(6, titles), 'entries'],
    ['loops with many blocks', loops(1, titles.repeat(200)), 'blocks'],
    ['loops with contents', loops(1, '<!-- wp:post-content /-->'.repeat(6)), 'html'],
    ['loops with excerpts', loops(3, '<!-- wp:post-excerpt /-->'), 'entries'],
    ['loops with text of their own', loops(1, `<p>${WORDS}</p>`.repeat(6)), 'html'],
    ['latest posts with excerpts', latest.repeat(100), 'entries'],
    ['latest posts inside loops', loops(2, latest), 'entries'],
    ['menus of pages', '<!-- wp:page-list /-->'.repeat(5000), 'html'],
    ['patterns in patterns', '<!-- wp:block {"ref":1} /-->', 'html', { patterns: PATTERNS }],
    [
      'large patterns',
      '<!-- wp:block {"ref":9} /-->'.repeat(20),
      'text',
      {
        patterns: new Map([
          [9, `<!-- wp:more -->${WORDS.repeat(80)}<!-- /wp:more -->`.replace('wp:more', 'wp:comment-template')],
        ]),
      },
    ],
    [
      'galleries',
      '[gallery]'.repeat(5000),
      'html',
      {
        attachments: new Map(IMAGES.map((image) => [image.id, image])),
        children: new Map([[999001, IMAGES.map(({ id }) => id)]]),
      },
    ],
    ['embeds', 'http://s.test/1/\n\n'.repeat(20_000), 'html', { ownPosts: { get: () => OWN_POST as never } }],
  ])('%s', (_name, text, limit, changes) => {
    const reported: ExceededLimit[] = [];
    const budget = new ResponseBudget((exceeded) => reported.push(exceeded));
    let length = 0;
    const ms = processorMs(() => (length = render(text, budget, changes).html.length));
    expect(reported).toEqual([{ limit, of: 'entry', entry: 999001 }]);
    expect(length).toBeLessThan(1.5 * ENTRY_LIMITS.html + text.length);
    expect(ms).toBeLessThan(MAX_MS);
  });

  test('items of nested loops count more the deeper they are', () => {
    const items = (depth: number) =>
      render(loops(depth, titles), new ResponseBudget()).html.match(/wp-block-post-title/g)?.length ?? 0;
    expect(items(1)).toBe(100);
    // 1 + 100 * 4 for each outer item.
    expect(items(2)).toBe(249);
    expect(items(5)).toBeLessThan(4);
  });

  test('the entries of a response share a budget', () => {
    const reported: ExceededLimit[] = [];
    const budget = new ResponseBudget((exceeded) => reported.push(exceeded));
    const cut = Array.from({ length: 6 }, () => render(loops(3, titles), budget).entry.exceeded!.of);
    expect(cut).toEqual(['entry', 'entry', 'entry', 'entry', 'response', 'response']);
    expect(reported).toHaveLength(1);
    expect(render(loops(1, titles), budget).html).toBe('');
    // Text of the entry itself is not part of the budget.
    expect(render('<!-- wp:paragraph --><p>Own</p><!-- /wp:paragraph -->', budget).html).toContain('<p class');
  });

  test('HTML from the cache is charged like HTML that is rendered', () => {
    const budget = new ResponseBudget();
    const cost = { ...ENTRY_LIMITS, queries: 0 };
    expect(budget.forEntry(1).reuse(cost, undefined)).toBe(true);
    expect(budget.forEntry(2).reuse({ ...cost, html: RESPONSE_LIMITS.html }, undefined)).toBe(false);
  });
});

test('pages as sites have them are rendered completely', () => {
  const item =
    '<!-- wp:post-featured-image /--><!-- wp:post-title {"isLink":true} /--><!-- wp:post-date /-->' +
    '<!-- wp:post-terms {"term":"category"} /--><!-- wp:post-excerpt /--><!-- wp:read-more /-->';
  const text =
    loops(1, item).repeat(5) + '<!-- wp:page-list /--><!-- wp:navigation /-->' + loops(1, '<!-- wp:post-content /-->');
  const { entry, html } = render(text, new ResponseBudget());
  expect(entry.exceeded).toBeUndefined();
  expect(html.match(/wp-block-post-title/g)).toHaveLength(500);
});
