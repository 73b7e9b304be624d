import { expect, test } from '@jest/globals';
import { post, render } from '../../../../test/support/rendering/blocks.js';
import { blockQueries } from '../block-queries.js';

test('a calendar fills the first and the last week of a month', () => {
  const archives = [{ year: 2018, month: 3, day: 5, count: 1 }];
  const days = (text: string) => render(`<!-- wp:calendar ${text} /-->`, { archives, today: '2018-04-30' });
  const march = days('{"year":2018,"month":3}');
  expect(march).toContain('<tbody>\n\t<tr>\n\t\t<td colspan="3" class="pad">&nbsp;</td><td>1</td>');
  expect(march).toContain('<td>31</td>\n\t\t<td class="pad" colspan="1">&nbsp;</td>\n\t</tr>');
  expect(days('{"year":2018,"month":10}')).toContain('<tbody>\n\t<tr><td>1</td>');
  expect(days('{"year":"2018","month":"3"}')).toBe(march);
  // Without both attributes it shows the current month.
  for (const text of ['', '{"year":2018}', '{"month":3}']) {
    expect(days(text)).toContain('<caption>April 2018</caption>');
    expect(days(text)).toContain('<td id="today">30</td>');
  }
  expect(render('<!-- wp:calendar /-->', { archives: [], today: '2018-04-30' })).toBe('');
});

test.each([
  ['"2"', 2],
  ['100', 100],
  ['0', 5],
  ['101', 5],
  ['-1', 5],
  ['1.5', 5],
])('%s latest comments', (value, limit) => {
  const [query] = blockQueries(`<!-- wp:latest-comments {"commentsToShow":${value}} /-->`, 1).values();
  expect(query).toMatchObject({ limit });
});

test('invalid attributes of lists are replaced by their defaults', () => {
  const comments = (attributes: string) => render(`<!-- wp:latest-comments ${attributes} /-->`, { comments: [] });
  expect(comments('{"displayAvatar":"no","displayDate":0,"displayContent":"x"}')).toContain(
    'class="has-avatars has-excerpts no-comments',
  );
  const terms = [
    { id: 2, slug: 'a', name: 'A "b"', link: 'http://s.test/a/', count: 1, parent: 0 },
    { id: 3, slug: 'c', name: 'C', link: 'http://s.test/c/', count: 2, parent: 2 },
  ];
  const taxonomy = { plural: 'Categories', singular: 'Category', parameter: 'category_name' };
  const list = (attributes: string) => render(`<!-- wp:categories ${attributes} /-->`, { terms, taxonomy });
  expect(list('{"showHierarchy":1,"showPostCounts":"yes"}')).toContain(
    `>A &quot;b&quot;</a>\n<ul class='children'>\n\t<li class="cat-item cat-item-3">`,
  );
  expect(list('{"displayAsDropdown":true,"showHierarchy":true,"showPostCounts":true}')).toContain(
    `<label class="wp-block-categories__label" for="wp-block-categories-1">Categories</label>` +
      `<select  name='category_name' id='wp-block-categories-1' class='postform'>\n\t<option value='-1'>Select Category</option>\n` +
      `\t<option class="level-0" value="a">A &#8220;b&#8221;&nbsp;&nbsp;(1)</option>\n` +
      `\t<option class="level-1" value="c">&nbsp;&nbsp;&nbsp;C&nbsp;&nbsp;(2)</option>\n</select>`,
  );
  expect(render('<!-- wp:categories {"taxonomy":"nope"} /-->')).toMatch(/^<ul [^<>]*><\/ul>$/);
});

test('protected posts show only dates of the block itself', () => {
  const date = (attributes: string) =>
    render(`<!-- wp:post-date ${attributes} /-->`, { post: post({ isLocked: true }) });
  expect(date('')).toBe('');
  expect(date('{"displayType":"modified"}')).toBe('');
  expect(date('{"datetime":"2020-01-02T03:04:05"}')).toContain('>January 2, 2020<');
  expect(date('{"datetime":"2020-01-02T03:04:05+05:00"}')).toContain('>January 1, 2020<');
});
