import { expect, test } from '@jest/globals';
import { parseFeed } from './parse-feed.js';

const ADDRESS = 'https://feeds.test/all/feed.xml';

test('RSS: newest first, names of authors, links from the address of the feed', () => {
  const xml = `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>A &amp; B</title><link>https://feeds.test/</link><description><![CDATA[About <b>it</b>]]></description>
<item><title>Old</title><link>/old</link><pubDate>Tue, 04 Feb 2020 10:00:00 +0100</pubDate><author>a@b.test (Ann)</author><dc:creator>Ann</dc:creator></item>
<item><title>New</title><guid>https://feeds.test/new</guid><pubDate>Wed, 05 Feb 2020 10:00:00 GMT</pubDate><dc:creator>Bo</dc:creator><content:encoded>Text</content:encoded></item>
</channel></rss>`;
  expect(parseFeed(xml, ADDRESS)).toEqual({
    title: 'A & B',
    description: 'About <b>it</b>',
    link: 'https://feeds.test/',
    items: [
      { title: 'New', link: 'https://feeds.test/new', description: 'Text', author: 'Bo', date: 1580896800 },
      { title: 'Old', link: 'https://feeds.test/old', description: '', author: '', date: 1580806800 },
    ],
  });
});

test('Atom, and RSS 1.0, whose items stand behind the channel', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><link rel="self" href="/self"/><link href="/"/>
<author><name>Whole</name></author>
<entry><title type="html">&lt;i&gt;One&lt;/i&gt;</title><link rel="alternate" href="one"/><updated>2020-02-05T10:00:00Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">In <b>a box</b></div></content></entry></feed>`;
  expect(parseFeed(atom, ADDRESS)).toMatchObject({
    link: 'https://feeds.test/',
    items: [{ title: '<i>One</i>', link: 'https://feeds.test/all/one', description: 'In a box', author: 'Whole' }],
  });
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><title>RDF</title></channel><item><title>One</title><link>https://x.test/1</link></item><item><title>Two</title></item></rdf:RDF>`;
  expect(parseFeed(rdf, ADDRESS)?.items.map(({ title, link }) => [title, link])).toEqual([
    ['One', 'https://x.test/1'],
    ['Two', ''],
  ]);
});

test('at most twenty items with bounded texts; other documents are no feeds', () => {
  const item = `<item><title>${'t'.repeat(20_000)}</title></item>`;
  const { items } = parseFeed(`<rss><channel>${item.repeat(30)}</channel></rss>`, ADDRESS)!;
  expect([items.length, items[0]!.title.length]).toEqual([20, 10_000]);
  const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss><channel><title>&a;</title></channel></rss>';
  for (const text of ['', '<html><body/></html>', '{"a":1}', '<rss><channel>', bomb, '<a>'.repeat(30)])
    expect(parseFeed(text, ADDRESS)).toBeUndefined();
});
