import { escapeAttribute } from '../../../text/escape.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { escapeUrl } from '../../../text/urls.js';
import { type BlockTaxonomy, type BlockTerm } from '../../block-data.js';
import { tagCloud, taxonomyOf, termList } from '../block-queries.js';
import { booleanAttribute } from '../block.js';
import { type Block, type BlockRenderer, type BlockScope } from '../block-scope.js';
import { wrapperAttributes } from './wrapper.js';

/** Blocks that list terms. */
export const TERM_BLOCKS: Readonly<Record<string, BlockRenderer>> = {
  categories: (block, scope) => {
    const { blockData } = scope.context;
    const { attributes } = block;
    const query = taxonomyOf(attributes);
    const taxonomy = blockData.get(query);
    const all = blockData.get(termList(attributes)) ?? [];
    const terms = booleanAttribute(attributes.showOnlyTopLevel, false) ? all.filter(({ parent }) => parent === 0) : all;
    const isDropdown = booleanAttribute(attributes.displayAsDropdown, false);
    const kind = isDropdown ? 'dropdown' : 'list';
    const classes = [`wp-block-categories-${kind}`, `wp-block-categories-taxonomy-${query.name}`];
    const wrapper = wrapperAttributes(block, { classes });
    if (isDropdown) return taxonomy ? `<div ${wrapper}>${dropdown(block, taxonomy, terms, scope)}</div>` : '';
    return `<ul ${wrapper}>${taxonomy ? list(block, terms) : ''}</ul>`;
  },

  'tag-cloud': (block, { context }) => {
    const terms = context.blockData.get(tagCloud(block.attributes)) ?? [];
    return terms.length === 0 ? '' : `<p ${wrapperAttributes(block)}>${cloud(block, terms)}</p>`;
  },
};

interface PlacedTerm {
  readonly term: BlockTerm;
  readonly inside: readonly PlacedTerm[];
}

function list({ attributes }: Block, terms: readonly BlockTerm[]): string {
  if (terms.length === 0) return '<li class="cat-item-none">No categories</li>';
  const hasCounts = booleanAttribute(attributes.showPostCounts, false);
  return listItems(placed(attributes, terms), hasCounts, 0);
}

function listItems(items: readonly PlacedTerm[], hasCounts: boolean, depth: number): string {
  const indent = '\t'.repeat(depth);
  return items
    .map(({ term, inside }) => {
      const children =
        inside.length === 0
          ? ''
          : `${indent}<ul class='children'>\n${listItems(inside, hasCounts, depth + 1)}${indent}</ul>\n`;
      const count = hasCounts ? ` (${term.count})` : '';
      return `\t<li class="cat-item cat-item-${term.id}"><a href="${escapeUrl(term.link)}">${escapeAttribute(term.name)}</a>${count}\n${children}</li>\n`;
    })
    .join('');
}

function dropdown(
  { attributes }: Block,
  { plural, singular, parameter }: BlockTaxonomy,
  terms: readonly BlockTerm[],
  { context }: BlockScope,
): string {
  const id = `wp-block-categories-${context.counters.next('categories')}`;
  const own = typeof attributes.label === 'string' ? filterPostHtml(attributes.label, 'wp7') : '';
  const hidden = booleanAttribute(attributes.showLabel, true) ? '' : ' screen-reader-text';
  const hasCounts = booleanAttribute(attributes.showPostCounts, false);
  const options = optionItems(placed(attributes, terms), hasCounts, 0);
  return (
    `<label class="wp-block-categories__label${hidden}" for="${id}">${own || plural}</label>` +
    `<select  name='${escapeAttribute(parameter)}' id='${id}' class='postform'>\n` +
    `\t<option value='-1'>Select ${singular}</option>\n${options}</select>` +
    `${openingScript(id, `if (list.value !== "-1") { var url = new URL(${JSON.stringify(context.site.blocks.home)}); url.searchParams.set(list.name, list.value); location.href = url.href; }`)}\n\n`
  );
}

function optionItems(items: readonly PlacedTerm[], hasCounts: boolean, depth: number): string {
  return items
    .map(({ term, inside }) => {
      const count = hasCounts ? `&nbsp;&nbsp;(${term.count})` : '';
      const option = `\t<option class="level-${depth}" value="${escapeAttribute(term.slug)}">${'&nbsp;'.repeat(3 * depth)}${term.name}${count}</option>\n`;
      return option + optionItems(inside, hasCounts, depth + 1);
    })
    .join('');
}

/** Runs a statement about `list` when an option is chosen, unless Escape closes the list. */
export function openingScript(id: string, statement: string): string {
  return `<script>
(function (list) {
\tvar isClosed = false;
\tlist.addEventListener("keyup", function (event) { isClosed = event.key === "Escape"; });
\tlist.addEventListener("click", function () { isClosed = false; });
\tlist.addEventListener("change", function () { setTimeout(function () { if (!isClosed) { ${statement} } }, 250); });
})(document.getElementById("${id}"));
</script>`;
}

const MAX_DEPTH = 20;

/** Terms as a tree if the block shows one. Those whose parent is not in the list are at the top level. */
function placed({ showHierarchy }: Block['attributes'], terms: readonly BlockTerm[]): PlacedTerm[] {
  if (!booleanAttribute(showHierarchy, false)) return terms.map((term) => ({ term, inside: [] }));
  const listed = new Set(terms.map(({ id }) => id));
  const byParent = new Map<number, BlockTerm[]>();
  for (const term of terms) {
    const parent = listed.has(term.parent) ? term.parent : 0;
    byParent.set(parent, [...(byParent.get(parent) ?? []), term]);
  }
  const passed = new Set<number>();
  const level = (parent: number, depth: number): PlacedTerm[] =>
    (byParent.get(parent) ?? [])
      .filter(({ id }) => !passed.has(id))
      .map((term) => {
        passed.add(term.id);
        return { term, inside: depth < MAX_DEPTH ? level(term.id, depth + 1) : [] };
      });
  return level(0, 0);
}

function cloud({ attributes }: Block, terms: readonly BlockTerm[]): string {
  const { smallestFontSize = '8pt', largestFontSize = '22pt' } = attributes;
  const size = (value: unknown) => Number.parseFloat(String(value)) || 0;
  const smallest = size(smallestFontSize);
  const largest = size(largestFontSize);
  const unit = /^[\d.]+([a-z%]+)$/i.exec(String(smallestFontSize))?.[1] ?? 'pt';
  const counts = terms.map(({ count }) => count);
  const fewest = Math.min(...counts);
  const scale = (count: number) => Math.round(Math.log10(count + 1) * 100);
  const low = scale(fewest);
  const span = Math.max(scale(Math.max(...counts)) - low, 1);
  const step = (largest < smallest ? 1 : largest - smallest) / span;
  return terms
    .map((term, index) => {
      const visible = smallest + (scale(term.count) - low) * step;
      const items = `${term.count} ${term.count === 1 ? 'item' : 'items'}`;
      const count = attributes.showTagCounts ? `<span class="tag-link-count"> (${term.count})</span>` : '';
      return (
        `<a href="${escapeUrl(term.link)}" class="tag-cloud-link tag-link-${term.id} tag-link-position-${index + 1}" ` +
        `style="font-size: ${phpNumber(visible)}${unit};" aria-label="${escapeAttribute(`${term.name} (${items})`)}">${escapeAttribute(term.name)}${count}</a>`
      );
    })
    .join('\n');
}

/** With the 14 digits that PHP prints. */
function phpNumber(value: number): string {
  return String(Number(value.toPrecision(14)));
}
