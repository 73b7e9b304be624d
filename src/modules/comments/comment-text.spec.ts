import { describe, expect, test } from '@jest/globals';
import { storedTexts, tooLongColumn } from './comment-text.js';

const RULES = { unfilteredHtml: false, home: 'http://site.test', balancesTags: false };

describe('what is stored of a comment', () => {
  test('markup outside the allowed set goes, its text stays', () => {
    expect(storedTexts({ content: '<script>x</script><b>b</b> a & b &#128;' }, RULES)).toEqual({
      content: 'x<b>b</b> a &amp; b &#8364;',
    });
  });
  test('those who may write any markup keep it, links are marked all the same', () => {
    const content = '<script>x</script> & <a href="http://x.test">l</a>';
    expect(storedTexts({ content }, { ...RULES, unfilteredHtml: true }).content).toBe(
      '<script>x</script> & <a href="http://x.test" rel="nofollow">l</a>',
    );
  });
  test('tags are closed where the site wants that', () => {
    expect(storedTexts({ content: '<b>open' }, { ...RULES, balancesTags: true }).content).toBe('<b>open</b>');
  });
  test('WordPress 7 keeps mentions, and attributes without a blank between them', () => {
    const content = '<span class="user-5 x">a</span> <b>b</b><a href="/x"title="y">c';
    expect(storedTexts({ content }, { ...RULES, balancesTags: true, text: 'wp7' }).content).toBe(
      '<span class="user-5">a</span> <b>b</b><a href="/x" title="y" rel="nofollow">c</a>',
    );
  });
  test('blanks stay', () => expect(storedTexts({ content: '  a  ' }, RULES).content).toBe('  a  '));
  test('the author is one line of plain text', () => {
    expect(
      storedTexts(
        {
          authorName: ' <b>N</b>\n& "q" ',
          authorUrl: 'x.test/?a=1&b=2',
          authorEmail: ' a@b.test ',
          userAgent: '<i>UA</i>',
        },
        RULES,
      ),
    ).toEqual({
      authorName: 'N &amp; "q"',
      authorUrl: 'http://x.test/?a=1&amp;b=2',
      authorEmail: 'a@b.test',
      userAgent: 'UA',
    });
  });
  test('a refused scheme leaves nothing', () =>
    expect(storedTexts({ authorUrl: 'javascript:alert(1)' }, RULES).authorUrl).toBe(''));
  test('a long program name is cut', () =>
    expect(storedTexts({ userAgent: '🙂'.repeat(300) }, RULES).userAgent).toBe('🙂'.repeat(254)));
});

describe('what columns hold', () => {
  test('is counted in bytes', () => {
    expect(tooLongColumn({ authorName: 'é'.repeat(123) }, 'sent')).toBe('comment_author');
    expect(tooLongColumn({ authorName: 'é'.repeat(122) }, 'sent')).toBeUndefined();
  });
  test('leaves a little room for what escaping adds', () => {
    expect(tooLongColumn({ authorName: 'n'.repeat(255) }, 'stored')).toBeUndefined();
    expect(tooLongColumn({ authorName: 'n'.repeat(256) }, 'stored')).toBe('comment_author');
  });
  test.each([
    [{ authorEmail: 'e'.repeat(101) }, 'comment_author_email'],
    [{ authorUrl: 'u'.repeat(201) }, 'comment_author_url'],
    [{ content: 'c'.repeat(65_526) }, 'comment_content'],
  ])('%# column %s', (texts, column) => expect(tooLongColumn(texts, 'sent')).toBe(column));
});
