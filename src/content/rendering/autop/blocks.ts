const NAMES =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|math|' +
  'style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary';

/** Lower case only: `<DIV>` is no block. */
export const BLOCK_OPENS = new RegExp(`<(?:${NAMES})[ \\t\\n\\r\\f\\v/>]`, 'g');
export const BLOCK_CLOSES = new RegExp(`</(?:${NAMES})>`, 'g');

/** The looser test of the clean-up steps: any tag whose name begins like a block, so `<picture>` counts as `<p>`. */
export const LOOSE_BLOCK = `</?(?:${NAMES})`;
