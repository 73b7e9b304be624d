#!/usr/bin/env node
// Writes an export file of about so many megabytes to the output: posts with terms, meta, comments and references.
//   node tools/generate-wxr.mjs 1024 > big.xml
import './usage.mjs';
import { once } from 'node:events';

const WORDS =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  );
const targetBytes = Number(process.argv[2] ?? 1) * 1024 * 1024;
let state = 7;
const random = (below) => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) % below;
const sentence = (words) => Array.from({ length: words }, () => WORDS[random(WORDS.length)]).join(' ');
const cdata = (name, text) => `<${name}><![CDATA[${text}]]></${name}>`;
let bytes = 0;

async function put(text) {
  bytes += Buffer.byteLength(text);
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function comment(id, parent, date) {
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id>${cdata('wp:comment_author', 'Reader')}${cdata('wp:comment_author_email', 'reader@example.test')}
<wp:comment_author_url>http://example.test/?a=1&amp;b=${id}</wp:comment_author_url>${cdata('wp:comment_date', date)}${cdata('wp:comment_date_gmt', date)}
${cdata('wp:comment_content', sentence(30))}${cdata('wp:comment_approved', '1')}${cdata('wp:comment_type', 'comment')}<wp:comment_parent>${parent}</wp:comment_parent>
<wp:comment_user_id>0</wp:comment_user_id></wp:comment>\n`;
}

function item(id) {
  const date = new Date(Date.UTC(2005, 0, 1) + id * 600_000).toISOString().slice(0, 19).replace('T', ' ');
  const content = Array.from({ length: 4 }, () => `<p>${sentence(120)} 😀</p>`).join('\n\n');
  const comments = id % 4 === 0 ? comment(id * 2, 0, date) + comment(id * 2 + 1, id * 2, date) : '';
  return `<item><title><![CDATA[Post ${id}]]></title><dc:creator><![CDATA[writer${id % 20}]]></dc:creator><guid isPermaLink="false">http://big.test/?p=${id}</guid>
${cdata('content:encoded', content)}${cdata('excerpt:encoded', '')}<wp:post_id>${id}</wp:post_id>${cdata('wp:post_date', date)}${cdata('wp:post_date_gmt', date)}
${cdata('wp:comment_status', 'open')}${cdata('wp:ping_status', 'open')}${cdata('wp:post_name', `post-${id}`)}${cdata('wp:status', id % 20 ? 'publish' : 'draft')}
<wp:post_parent>0</wp:post_parent><wp:menu_order>0</wp:menu_order>${cdata('wp:post_type', 'post')}${cdata('wp:post_password', '')}<wp:is_sticky>0</wp:is_sticky>
<category domain="category" nicename="topic-${id % 50}"><![CDATA[Topic ${id % 50}]]></category><category domain="post_tag" nicename="tag-${id % 997}"><![CDATA[Tag ${id % 997}]]></category>
<wp:postmeta>${cdata('wp:meta_key', 'rating')}${cdata('wp:meta_value', 'a:1:{s:5:"stars";i:5;}')}</wp:postmeta>
<wp:postmeta>${cdata('wp:meta_key', '_thumbnail_id')}${cdata('wp:meta_value', String(id + 100))}</wp:postmeta>
${comments}</item>\n`;
}

await put(`<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Big</title><link>http://big.test</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>http://big.test</wp:base_site_url><wp:base_blog_url>http://big.test</wp:base_blog_url>\n`);
for (let id = 1000; bytes < targetBytes; id++) await put(item(id));
await put('</channel></rss>\n');
