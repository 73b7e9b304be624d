import { autop } from '../../../text/autop.js';
import { escapeAttribute } from '../../../text/escape.js';
import { type Block, type BlockRenderer } from './block-scope.js';
import { addAttributes, addClasses, attributeOf, firstTag, firstTagWithClass, setAttribute } from './tags.js';

const named = (...names: string[]) => new Set(names);
export const HEADINGS = named('h1', 'h2', 'h3', 'h4', 'h5', 'h6');
const IMAGE = named('img');

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
    shortcode: (block) => autop(block.inner()),
    button: (block) => withText(block.inner()),
    image: (block, { parent }) => imageBlock(block, parent?.name === 'gallery'),
    gallery: (block, { context }) => {
      const html = block.inner();
      return addClasses(html, firstTag(html), [`wp-block-gallery-${context.counters.next('block')}`]);
    },
    file: (block) => fileBlock(block),
    accordion: ({ attributes, ...block }) => {
      const state = `{ "autoclose": ${attributes.autoclose === true}, "accordionItems": [] }`;
      const html = block.inner();
      return addAttributes(html, firstTagWithClass(html, 'wp-block-accordion'), [
        ['data-wp-context', escapeAttribute(state)],
        ['data-wp-interactive', 'core/accordion'],
      ]);
    },
    'accordion-item': (block, { context }) =>
      accordionItem(block.inner(), context.counters.next('block'), block.attributes.openByDefault === true),
  }),
);

/** Buttons without text are not rendered. */
function withText(html: string): string {
  const tag = firstTag(html, named('a', 'button'));
  const end = tag ? html.lastIndexOf(`</${tag.name}>`) : -1;
  if (!tag || end < tag.end) return html;
  return withoutComments(html.slice(tag.end, end)).trim() === '' ? '' : html;
}

function withoutComments(html: string): string {
  let text = '';
  for (let from = 0; ;) {
    const start = html.indexOf('<!--', from);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) return text + html.slice(from);
    text += html.slice(from, start);
    from = end + 3;
  }
}

/** Images without a URL are not rendered; those of a gallery carry the ID of their attachment. */
function imageBlock({ attributes: { id }, ...block }: Block, inGallery: boolean): string {
  const html = block.inner().replace(/<figcaption[^<>]*><\/figcaption>/i, '');
  const image = firstTag(html, IMAGE);
  if (!image || !attributeOf(html, image, 'src')) return '';
  if (!inGallery || typeof id !== 'number' || attributeOf(html, image, 'data-id') !== undefined) return html;
  return addAttributes(html, image, [['data-id', String(id)]]);
}

/** The preview of a document is shown by a script where the browser can. */
function fileBlock({ attributes: { displayPreview, fileName }, ...block }: Block): string {
  let html = block.inner();
  if (displayPreview !== true) return html;
  const preview = firstTag(html, named('object'));
  if (!preview) return html;
  const name = typeof fileName === 'string' && fileName !== '' ? `Embed of ${fileName}.` : 'PDF embed';
  html = setAttribute(html, preview, 'aria-label', escapeAttribute(name));
  html = addAttributes(html, firstTag(html, named('object')), [
    ['data-wp-bind--hidden', '!state.hasPdfPreview'],
    ['hidden', ''],
  ]);
  return addAttributes(html, firstTagWithClass(html, 'wp-block-file'), [['data-wp-interactive', 'core/file']]);
}

/** Connects the heading of an accordion item with its panel, and both with the script that opens it. */
function accordionItem(saved: string, number: number, isOpen: boolean): string {
  const id = `accordion-item-${number}`;
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
    ...(isOpen ? [] : ([['hidden', 'until-found']] as const)),
    ['aria-labelledby', id],
    ['data-wp-bind--hidden', 'state.isHidden'],
    ['data-wp-on--beforematch', 'actions.handleBeforeMatch'],
    ['id', `${id}-panel`],
  ]);
}
