import { expect, test } from '@jest/globals';
import { FieldSelection, WholeObject } from './field-selection.js';

const POST = { id: 1, title: { raw: 'a', rendered: 'b' }, content: { rendered: 'c', protected: false }, meta: [] };

test('names of members of members keep just those', () => {
  const fields = new FieldSelection(['id', 'title.rendered', 'content.protected', 'content.rendered'], true);
  expect(fields.pick(POST)).toEqual({ id: 1, title: { rendered: 'b' }, content: { rendered: 'c', protected: false } });
  expect([...fields]).toEqual(['id', 'title', 'content']);
  expect(fields.namesWhole('id')).toBe(true);
  expect(fields.namesWhole('title')).toBe(false);
});

test('a whole member includes its parts, in either order', () => {
  for (const names of [
    ['title', 'title.rendered'],
    ['title.rendered', 'title'],
  ])
    expect(new FieldSelection(names, true).pick(POST)).toEqual({ title: { raw: 'a', rendered: 'b' } });
});

test('a part that is not there leaves an empty member, and a value without parts stays', () => {
  expect(new FieldSelection(['title.none', 'id.x', 'meta.x', '__proto__.x'], true).pick(POST)).toEqual({
    id: 1,
    title: [],
    meta: [],
  });
});

test('parts of whole and of empty objects select all of them', () => {
  const type = { labels: new WholeObject({ name: 'Posts', all_items: 'All' }), settings: {}, meta: [] };
  expect(new FieldSelection(['labels.name', 'settings.color.text', 'meta.x'], true).pick(type)).toEqual(type);
});

test('releases that do not know parts take the name as it is', () => {
  expect(new FieldSelection(['title.rendered'], false).pick(POST)).toEqual({});
  expect(new FieldSelection(['title'], false).pick(POST)).toEqual({ title: POST.title });
});
