import { describe, expect, test } from '@jest/globals';
import { CORE_MODEL } from '../../../content-model/content-model.js';
import { toChanges } from './entry-write.dto.js';

const taxonomiesOf = (type: string) => CORE_MODEL.taxonomiesOf(CORE_MODEL.types.get(type)!);
const POST = taxonomiesOf('post');
const zone = { timezoneString: '', gmtOffset: 2 };
const changesOf = (values: Parameters<typeof toChanges>[0]) =>
  Object.fromEntries(
    Object.entries(toChanges(values, POST, zone)).filter(([name, value]) => value !== undefined && name !== 'terms'),
  );

describe('what clients send', () => {
  test('texts come plain or as an object with raw', () => {
    expect(changesOf({ title: 'T', content: { raw: '' }, excerpt: { raw: 7 } })).toEqual({
      title: 'T',
      content: '',
      excerpt: '7',
    });
    expect(changesOf({ title: { raw: '' } })).toEqual({});
    expect(changesOf({ title: { raw: 'T', rendered: 'R' } })).toEqual({ title: 'T' });
  });

  test.each([42, ['a'], null, { rendered: 'r' }, { raw: ['x'] }, { raw: null }, true])(
    '%j is no text and ignored',
    (title) => {
      expect(changesOf({ title, content: title, excerpt: title })).toEqual({});
    },
  );

  test('the date in site time wins', () => {
    expect(changesOf({ date: '2018-07-04T12:00:00', date_gmt: '2001-01-01T00:00:00' }).date).toEqual({
      local: '2018-07-04 12:00:00',
      gmt: '2018-07-04 10:00:00',
    });
    expect(changesOf({ date_gmt: '2018-07-04T12:00:00' }).date).toEqual({
      local: '2018-07-04 14:00:00',
      gmt: '2018-07-04 12:00:00',
    });
    expect(changesOf({ date: '2018-07-04T12:00:00Z' }).date).toEqual({
      local: '2018-07-04 14:00:00',
      gmt: '2018-07-04 12:00:00',
    });
  });

  test('terms are grouped by taxonomy; taxonomies of other types are ignored', () => {
    expect([...toChanges({ categories: [], tags: [3] } as object, POST, zone).terms!]).toEqual([
      ['category', []],
      ['post_tag', [3]],
    ]);
    expect([...toChanges({ categories: [1] } as object, taxonomiesOf('page'), zone).terms!]).toEqual([]);
  });

  test('author 0 means no author was given', () => {
    expect(changesOf({ author: 0 })).toEqual({});
  });
});
