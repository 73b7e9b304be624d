import { type Transaction } from '../database.js';
import { Comment, Post, Term, TermTaxonomy } from '../entities/index.js';
import { type LocalizedSample, translatedSample } from './sample-languages.js';
import { SAMPLE_SITE } from './sample-site.js';

interface SampleForm {
  /** Language of the site; English if there is no translation. */
  readonly locale: string;
  /** As blocks, for the block editor. */
  readonly isBlocks: boolean;
}

/** Rewrites what has not been changed of the sample content of a new site. */
export async function rewriteSample(tx: Transaction, { locale, isBlocks }: SampleForm): Promise<void> {
  const translation = translatedSample(locale);
  if (!translation && !isBlocks) return;
  if (translation) await translateTerms(tx, translation);
  for (const [index, { type, title, content, comments = [] }] of SAMPLE_SITE.entries.entries()) {
    const entry = (translation ?? SAMPLE_SITE).entries[index]!;
    await tx.update(
      Post,
      { type, title, content },
      {
        title: entry.title,
        content: isBlocks ? asBlocks(entry.content) : entry.content,
        ...(entry.excerpt !== undefined && { excerpt: entry.excerpt }),
      },
    );
    for (const [at, { text }] of translation ? comments.entries() : [])
      await tx.update(Comment, { content: text }, { content: entry.comments![at]!.text });
  }
}

async function translateTerms(tx: Transaction, { categories, tags, defaultCategory }: LocalizedSample): Promise<void> {
  await tx.update(Term, { slug: 'uncategorized', name: 'Uncategorized' }, { name: defaultCategory });
  const translated = [...categories, ...tags];
  for (const [index, { slug, name, description }] of [...SAMPLE_SITE.categories, ...SAMPLE_SITE.tags].entries()) {
    const term = translated[index]!;
    await tx.update(Term, { slug, name }, { name: term.name });
    if (description) await tx.update(TermTaxonomy, { description }, { description: term.description });
  }
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
