/** Blocks as the block editor saves them. */
export function block(name: string, html: string, attributes?: object): string {
  const json = attributes ? ` ${JSON.stringify(attributes)}` : '';
  return `<!-- wp:${name}${json} -->\n${html}\n<!-- /wp:${name} -->`;
}

/** A block without markup of its own. */
function emptyBlock(name: string, attributes?: object): string {
  return `<!-- wp:${name}${attributes ? ` ${JSON.stringify(attributes)}` : ''} /-->`;
}

const joined = (blocks: readonly string[]) => blocks.join('\n\n');

export const heading = (html: string, { level = 2, isCentered = false } = {}): string =>
  block(
    'heading',
    `<h${level} class="wp-block-heading${isCentered ? ' has-text-align-center' : ''}">${html}</h${level}>`,
    {
      ...(isCentered && { textAlign: 'center' }),
      ...(level !== 2 && { level }),
    },
  );

export const paragraph = (html: string, { isCentered = false } = {}): string =>
  block(
    'paragraph',
    `<p${isCentered ? ' class="has-text-align-center"' : ''}>${html}</p>`,
    isCentered ? { align: 'center' } : undefined,
  );

export const list = (items: readonly string[]): string =>
  block(
    'list',
    `<ul class="wp-block-list">${joined(items.map((item) => block('list-item', `<li>${item}</li>`)))}</ul>`,
  );

export const details = (summary: string, text: string): string =>
  block('details', `<details class="wp-block-details"><summary>${summary}</summary>${paragraph(text)}</details>`);

export const quote = (text: string, cite: string): string =>
  block('quote', `<blockquote class="wp-block-quote">${paragraph(text)}<cite>${cite}</cite></blockquote>`);

interface Button {
  readonly text: string;
  readonly isOutlined?: boolean;
}

export function buttons(all: readonly Button[], { isCentered = false } = {}): string {
  const items = all.map(({ text, isOutlined }) =>
    block(
      'button',
      `<div class="wp-block-button${isOutlined ? ' is-style-outline' : ''}"><a class="wp-block-button__link wp-element-button">${text}</a></div>`,
      isOutlined ? { className: 'is-style-outline' } : undefined,
    ),
  );
  const layout = isCentered ? { layout: { type: 'flex', justifyContent: 'center' } } : undefined;
  return block('buttons', `<div class="wp-block-buttons">${joined(items)}</div>`, layout);
}

export function columns(all: readonly (readonly string[])[]): string {
  const items = all.map((blocks) => block('column', `<div class="wp-block-column">${joined(blocks)}</div>`));
  return block('columns', `<div class="wp-block-columns alignwide">${joined(items)}</div>`, { align: 'wide' });
}

/** Blocks side by side with a place for a picture. */
export const mediaText = (blocks: readonly string[]): string =>
  block(
    'media-text',
    `<div class="wp-block-media-text alignwide is-stacked-on-mobile"><figure class="wp-block-media-text__media"></figure><div class="wp-block-media-text__content">${joined(blocks)}</div></div>`,
    { align: 'wide', mediaType: 'image' },
  );

/** As wide as the pages allow, with their text in the middle. */
export const section = (blocks: readonly string[]): string =>
  block('group', `<div class="wp-block-group alignwide">${joined(blocks)}</div>`, {
    align: 'wide',
    layout: { type: 'constrained' },
  });

const SHADE = '#eef1f6';
const ROOM = '2.5rem';

/** A section with a pale background. */
export const shadedSection = (blocks: readonly string[]): string =>
  block(
    'group',
    `<div class="wp-block-group alignwide has-background" style="background-color:${SHADE};padding-top:${ROOM};padding-right:${ROOM};padding-bottom:${ROOM};padding-left:${ROOM}">${joined(blocks)}</div>`,
    {
      align: 'wide',
      style: {
        color: { background: SHADE },
        spacing: { padding: { top: ROOM, right: ROOM, bottom: ROOM, left: ROOM } },
      },
      layout: { type: 'constrained' },
    },
  );

/** The newest posts as cards in columns. */
export const newestPosts = (count: number): string =>
  block(
    'query',
    `<div class="wp-block-query alignwide">${block(
      'post-template',
      joined([
        emptyBlock('post-featured-image', { isLink: true, aspectRatio: '3/2' }),
        emptyBlock('post-title', { level: 3, isLink: true }),
        emptyBlock('post-date'),
      ]),
      { layout: { type: 'grid', columnCount: 3 } },
    )}</div>`,
    {
      query: {
        ...{ perPage: count, pages: 0, offset: 0, postType: 'post', order: 'desc', orderBy: 'date' },
        ...{ author: '', search: '', exclude: [], sticky: 'exclude', inherit: false },
      },
      align: 'wide',
    },
  );
