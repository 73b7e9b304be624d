import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cdata, escapeXml, metaText, xmlSafe } from '../export/wxr-writer.js';
import { serialize, unserialize, PhpArray } from '../../../text/php/index.js';
import { readWxr, XmlRepairer } from './wxr-reader.js';
import { type WxrItem, type WxrRecord } from './wxr-records.js';

const file = (inner: string, before = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>http://a.test</wp:base_blog_url>\n${inner}</channel></rss>`;

/** In pieces of so many bytes, as a stream would bring them. */
async function read(text: string, size = 7): Promise<WxrRecord[]> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const records: WxrRecord[] = [];
  for await (const part of readWxr(pieces())) records.push(...part.records);
  return records;
}

const itemOf = async (inner: string, before = '') =>
  (await read(file(`<item>${inner}</item>`, before)))[1]!.value as WxrItem;

describe('reading', () => {
  test('entities a file declares are never expanded', async () => {
    const bomb =
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;"><!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect((await itemOf('<title>&lol2;&x;&amp;</title>', bomb)).title).toBe('&lol2;&x;&');
  });

  test('bare ampersands, as WordPress writes them, and control characters do not stop it', async () => {
    const item = await itemOf(
      '<guid>http://a.test/?a=1&b=2&#38;c&AMP;\u0007</guid><content:encoded><![CDATA[a &b; &amp; <!-- ]]]]><![CDATA[>]]></content:encoded>',
    );
    expect(item).toMatchObject({ guid: 'http://a.test/?a=1&b=2&c&AMP;', content: 'a &b; &amp; <!-- ]]>' });
  });

  test('files of WordPress.com: their name for authors, empty elements, and a picture with a title and an address of its own', async () => {
    const author =
      '<wp:wp_author><wp:author_login>ann</wp:author_login><wp:author_display_name><![CDATA[Ann]]></wp:author_display_name></wp:wp_author>';
    const category =
      '<wp:category><wp:category_nicename>a</wp:category_nicename><wp:category_parent/><wp:cat_name><![CDATA[A]]></wp:cat_name></wp:category>';
    const image = '<image><url>http://b.test/b.png</url><title>B</title><link>http://b.test</link></image>';
    const records = await read(
      file(`${author}${category}${image}<item><title/><description/><wp:post_password/><wp:comment_type/></item>`),
    );
    expect(records).toEqual([
      { kind: 'channel', value: { home: 'http://a.test' } },
      { kind: 'author', value: expect.objectContaining({ login: 'ann', displayName: 'Ann' }) },
      { kind: 'term', value: expect.objectContaining({ slug: 'a', parent: '' }) },
      { kind: 'item', line: 2, value: expect.objectContaining({ title: '', password: '' }) },
    ]);
  });

  test.each([
    ['<html></html>', /^Line 1: this is not an export file/],
    ['<rss><channel><item></item></channel></rss>', /wp:wxr_version is missing/],
    ['<rss><channel><wp:wxr_version>9</wp:wxr_version><item></item></channel></rss>', /version 9 are not known/],
    [file('\n\n<item><title></item>'), /^Line 4: this is not well-formed XML/],
    [file('<item>'), /not well-formed/],
    ['', /not well-formed|missing/],
    [`<?xml version="1.0" encoding="latin1"?><rss/>`, /must be in UTF-8/],
    [file(`<item>${'<a>'.repeat(20)}`), /too deep/],
  ])('%j is refused with its line', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem);
  });

  test('returns that a serialised value counted are put back', async () => {
    const value = serialize({ a: 'one\r\ntwo' });
    const { meta } = await itemOf(
      `<wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    );
    expect(meta).toEqual([{ key: 'k', value }]);
  });
});

describe('what is written is read again', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(']', '>', '<', '&', '\r', '\n', ';', '!', '[', '-', '\u0000', '😀'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
  });

  test('any text, in CDATA and outside', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (inside, outside) => {
        const item = await itemOf(
          `<content:encoded>${cdata(inside)}</content:encoded><title>${escapeXml(outside)}</title>`,
        );
        expect(item.content).toBe(xmlSafe(inside));
        expect(item.title).toBe(xmlSafe(outside));
      }),
    );
  });

  test('serialised values stay valid without the characters XML cannot hold', () => {
    fc.assert(
      fc.property(text, (value) => {
        const read = unserialize(xmlSafe(metaText(serialize({ value }))));
        expect(read instanceof PhpArray && read.get('value')).toBe(
          value === value.toWellFormed() ? xmlSafe(value) : expect.anything(),
        );
      }),
    );
  });
});

test('mending does not depend on how a text is cut into pieces', () => {
  const unit = fc.constantFrom('&', 'amp;', '<![CDATA[', ']]>', '<!--', '-->', 'a', '#38;', '<', ';', '&lt;', ']', '-');
  fc.assert(
    fc.property(fc.array(unit), fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const whole = parts.join('');
      const repairer = new XmlRepairer();
      let repaired = '';
      for (let at = 0; at < whole.length; at += size) repaired += repairer.repair(whole.slice(at, at + size));
      repaired += repairer.repair('', true);
      expect(repaired).toBe(new XmlRepairer().repair(whole, true));
    }),
  );
});
