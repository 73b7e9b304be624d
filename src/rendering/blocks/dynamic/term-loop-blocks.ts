import { escapeUrl } from '../../../text/urls.js';
import { textAttribute } from '../block.js';
import { termsQuery } from '../block-queries.js';
import { type Block, type BlockRenderer } from '../block-scope.js';
import { type BlockTerm } from '../../block-data.js';
import { aligned, headingLevel } from './site-blocks.js';
import { linkColorClass, templateItem, wrapperAttributes } from './wrapper.js';

/** Renders a block about the term of the list around; nothing outside of one. */
const ofTerm =
  (render: (block: Block, term: BlockTerm) => string): BlockRenderer =>
  (block, { term }) =>
    term ? render(block, term) : '';

function withLinks(block: Block): { classes: (string | false)[] } {
  return { classes: [linkColorClass(block), ...aligned(block).classes] };
}

const BRACKETS: ReadonlyMap<unknown, readonly [opening: string, closing: string]> = new Map([
  ['none', ['', '']],
  ['square', ['[', ']']],
  ['curly', ['{', '}']],
  ['angle', ['<', '>']],
]);

/** A list of terms with a template for each. */
export const TERM_LOOP_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  'terms-query': (block, scope) => block.inner({ ...scope, terms: block.attributes }),

  'term-template': (block, scope) => {
    const { terms: query, context } = scope;
    const loop = query && termsQuery(query);
    const found = (loop && context.blockData.get(loop)) ?? [];
    const { taxonomy } = loop ?? {};
    const item = (term: BlockTerm) =>
      `<li class="wp-block-term term-${term.id} ${taxonomy} taxonomy-${taxonomy}">${templateItem(block, { ...scope, term })}</li>`;
    const items = found.map((term) => context.budget.renderItem(() => item(term))).join('');
    return items === '' ? '' : `<ul ${wrapperAttributes(block, { classes: [linkColorClass(block)] })}>${items}</ul>`;
  },

  'term-name': ofTerm((block, { name, link }) => {
    const { level = 0, isLink } = block.attributes;
    const tag = level === 0 ? 'p' : `h${headingLevel(level, 2)}`;
    const visible = name.replaceAll('<', '&lt;');
    const text = isLink === true ? `<a href="${escapeUrl(link)}">${visible}</a>` : visible;
    return `<${tag} ${wrapperAttributes(block, withLinks(block))}>${text}</${tag}>`;
  }),

  'term-count': ofTerm((block, { count }) => {
    const [opening, closing] = BRACKETS.get(textAttribute(block.attributes.bracketType)) ?? ['(', ')'];
    return `<div ${wrapperAttributes(block)}>${opening}${count}${closing}</div>`;
  }),

  'term-description': ofTerm((block, { description }) =>
    description === '' ? '' : `<div ${wrapperAttributes(block, withLinks(block))}>${description}</div>`,
  ),
};
