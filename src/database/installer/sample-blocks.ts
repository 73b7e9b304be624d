import { type Transaction } from '../database.js';
import { Post } from '../entities/index.js';
import { SAMPLE_SITE } from './sample-site.js';

/** Turns the sample content that has not been changed into blocks, for the block editor. */
export async function writeSampleAsBlocks(tx: Transaction): Promise<void> {
  for (const { type, title, content } of SAMPLE_SITE.entries)
    await tx.update(Post, { type, title, content }, { content: asBlocks(content) });
}

/** The markup of the sample content as blocks: paragraphs without tags, lists, preformatted text and the mark of the excerpt. */
export function asBlocks(content: string): string {
  return content.split(/\n\n+/).map(asBlock).join('\n\n');
}

function asBlock(text: string): string {
  if (text === '<!--more-->') return block('more', text);
  const [, list, items] = /^<(ol|ul)>\n(.*)\n<\/\1>$/s.exec(text) ?? [];
  if (list !== undefined && items !== undefined) {
    const inner = items.split('\n').map((item) => block('list-item', item));
    const attributes = list === 'ol' ? ' {"ordered":true}' : '';
    return block('list', `<${list} class="wp-block-list">${inner.join('\n\n')}</${list}>`, attributes);
  }
  if (text.startsWith('<pre>'))
    return block('preformatted', text.replace('<pre>', '<pre class="wp-block-preformatted">'));
  return block('paragraph', `<p>${text}</p>`);
}

const block = (name: string, html: string, attributes = ''): string =>
  `<!-- wp:${name}${attributes} -->\n${html}\n<!-- /wp:${name} -->`;
