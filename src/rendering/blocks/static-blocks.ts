import { autop } from '../../text/autop.js';
import { escapeAttribute } from '../../text/escape.js';
import { member } from './block.js';
import { type Block, type BlockRenderer } from './block-scope.js';
import {
  addAttributes,
  addClasses,
  attributeOf,
  firstTag,
  firstTagWithClass,
  prioritizeImages,
  setAttribute,
} from './tags.js';

const named = (...names: string[]) => new Set(names);
export const HEADINGS = named('h1', 'h2', 'h3', 'h4', 'h5', 'h6');

const withClass =
  (names: ReadonlySet<string>, name: string): BlockRenderer =>
  (block) => {
    const html = block.inner();
    return addClasses(html, firstTag(html, names), [name]);
  };

/** Static blocks whose saved HTML is modified during rendering. */
export const STATIC_BLOCKS: ReadonlyMap<string, BlockRenderer> = new Map(
  Object.entries<BlockRenderer>({
    heading: withClass(HEADINGS, 'wp-block-heading'),
    list: withClass(named('ul', 'ol'), 'wp-block-list'),
    shortcode: (block) => autop(block.inner(), { isWp7: true }),
    button: (block) => withWidth(withText(block.inner()), block),
    details: (block) => detailsBlock(block),
    accordion: ({ attributes, ...block }) => {
      const state = `{ "autoclose": ${attributes.autoclose === true}, "accordionItems": [] }`;
      const html = block.inner();
      return addAttributes(html, firstTagWithClass(html, 'wp-block-accordion'), [
        ['data-wp-context', escapeAttribute(state)],
        ['data-wp-interactive', 'core/accordion'],
      ]);
    },
    'accordion-item': (block, { context }) => {
      const isOpen = block.attributes.openByDefault === true;
      const html = block.inner();
      return accordionItem(isOpen ? html : prioritizeImages(html, 'low'), context.counters.next('block'), isOpen);
    },
  }),
);

/** Buttons without text are not rendered. */
function withText(html: string): string {
  const tag = firstTag(html, named('a', 'button'));
  const end = tag ? html.lastIndexOf(`</${tag.name}>`) : -1;
  if (!tag || end < tag.end) return html;
  return withoutComments(html.slice(tag.end, end)) === '' ? '' : html;
}

/** Scanned once, however many comments are unclosed. */
export function withoutComments(html: string, replacement = ''): string {
  let text = '';
  for (let from = 0; ;) {
    const start = html.indexOf('<!--', from);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) return text + html.slice(from);
    text += html.slice(from, start) + replacement;
    from = end + 3;
  }
}

const FIXED_WIDTHS = new Set(['25', '50', '75', '100']);

/** A button with a width of its own. */
function withWidth(html: string, { attributes }: Block): string {
  const value = member(attributes, 'style', 'dimensions', 'width');
  const width = typeof value === 'number' ? String(value) : value;
  if (html === '' || typeof width !== 'string' || width === '' || width === '0' || /[;{}<>"'\\]/.test(width))
    return html;
  const [, name] = /^var:preset\|dimension\|([\w-]+)$/.exec(width) ?? [];
  const used =
    name === undefined ? width : FIXED_WIDTHS.has(name) ? `${name}%` : `var(--wp--preset--dimension--${name})`;
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(used) ?? [];
  const classes = [
    'has-custom-width',
    ...(percent === undefined ? [] : ['wp-block-button__width']),
    ...(percent !== undefined && FIXED_WIDTHS.has(percent) ? [`wp-block-button__width-${percent}`] : []),
  ];
  const style = percent === undefined ? `width: ${used};` : `--wp--block-button--width: ${Number(percent)};`;
  const classed = addClasses(html, firstTag(html), classes);
  const present = attributeOf(classed, firstTag(classed)!, 'style');
  return setAttribute(classed, firstTag(classed), 'style', present === undefined ? style : `${style} ${present}`);
}

/** Images that are hidden at first are not urgent. */
function detailsBlock({ attributes: { showContent }, ...block }: Block): string {
  const html = block.inner();
  return showContent === true ? html : prioritizeImages(html, 'low');
}

/** Connects the heading of an accordion item with its panel, and both with the script that opens it. */
function accordionItem(saved: string, number: number, isOpen: boolean): string {
  const id = `accordion-item-${number}`;
  const isComplete = ['heading__toggle', 'panel'].every((part) =>
    firstTagWithClass(saved, `wp-block-accordion-${part}`),
  );
  if (!isComplete) return saved;
  let html = addAttributes(saved, firstTagWithClass(saved, 'wp-block-accordion-item'), [
    ['data-wp-class--is-open', 'state.isOpen'],
    ['data-wp-context', escapeAttribute(`{ "id": "${id}", "openByDefault": ${isOpen} }`)],
    ['data-wp-init', 'callbacks.initAccordionItems'],
    ['data-wp-on-window--hashchange', 'callbacks.hashChange'],
  ]);
  html = addAttributes(html, firstTagWithClass(html, 'wp-block-accordion-heading__toggle'), [
    ['aria-expanded', String(isOpen)],
    ['aria-controls', `${id}-panel`],
    ['data-wp-bind--aria-expanded', 'state.isOpen'],
    ['data-wp-on--click', 'actions.toggle'],
    ['id', id],
  ]);
  return addAttributes(html, firstTagWithClass(html, 'wp-block-accordion-panel'), [
    ['aria-labelledby', id],
    ['data-wp-bind--hidden', 'state.isHidden'],
    ['data-wp-on--beforematch', 'actions.handleBeforeMatch'],
    ['id', `${id}-panel`],
  ]);
}
