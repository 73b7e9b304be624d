/** An uploaded picture. */
export interface PageImage {
  readonly id: number;
  readonly url: string;
}

type Settings = Record<string, unknown>;

const text =
  'The quay was quiet when we arrived, and the water lay flat under a thin mist. A man in a blue coat was mending a net.';
const paragraph = (content = text, settings = '', classes = '') =>
  `<!-- wp:paragraph ${settings}--><p${classes && ` class="${classes}"`}>${content}</p><!-- /wp:paragraph -->`;
const heading = (level: number, content: string) =>
  `<!-- wp:heading {"level":${level}} --><h${level} class="wp-block-heading">${content}</h${level}><!-- /wp:heading -->`;
/** A paragraph that spans columns of a grid. */
const spanning = (content: string, columnSpan: number) =>
  paragraph(content, `{"style":{"layout":{"columnSpan":${columnSpan}}}} `);
/** A paragraph that takes the space left in a row. */
const growing = (content: string) => paragraph(content, '{"style":{"layout":{"selfStretch":"fill"}}} ');
const json = (settings: Settings) => JSON.stringify(settings);
const classList = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

interface ImageSettings extends Settings {
  align?: string;
  width?: string;
  /** Also in the attributes, as `className`. */
  className?: string;
  /** Style of the picture. */
  css?: string;
  caption?: string;
}

function imageBlock({ id, url }: PageImage, { css = '', caption = '', ...settings }: ImageSettings = {}): string {
  const { align, width, className } = settings;
  const attributes = { id, sizeSlug: 'full', linkDestination: 'none', ...settings };
  const style = css + (width ? `width:${width}` : '');
  const names = classList(
    'wp-block-image',
    align && `align${align}`,
    'size-full',
    style !== '' && 'is-resized',
    className,
  );
  const below = caption && `<figcaption class="wp-element-caption">${caption}</figcaption>`;
  return (
    `<!-- wp:image ${json(attributes)} --><figure class="${names}">` +
    `<img src="${url}" alt="" class="wp-image-${id}"${style && ` style="${style}"`}/>${below}</figure><!-- /wp:image -->`
  );
}

interface GallerySettings {
  columns?: number;
  isCropped?: boolean;
  align?: string;
  caption?: string;
  gap?: string;
}

function gallery(
  images: readonly PageImage[],
  { columns, isCropped = true, align, caption = '', gap }: GallerySettings = {},
): string {
  const attributes = {
    linkTo: 'none',
    ...(columns && { columns }),
    ...(!isCropped && { imageCrop: false }),
    ...(align && { align }),
    ...(gap && { style: { spacing: { blockGap: gap } } }),
  };
  const names = classList(
    'wp-block-gallery',
    align && `align${align}`,
    'has-nested-images',
    columns ? `columns-${columns}` : 'columns-default',
    isCropped && 'is-cropped',
  );
  const inner = images
    .map((image, index) => imageBlock(image, { caption: index === 0 ? 'A caption' : '' }))
    .join('\n\n');
  const below = caption && `<figcaption class="blocks-gallery-caption wp-element-caption">${caption}</figcaption>`;
  return `<!-- wp:gallery ${json(attributes)} --><figure class="${names}">${inner}${below}</figure><!-- /wp:gallery -->`;
}

/** Classes and style as the editor derives them from the attributes. */
type StyledSettings = Settings & { classes?: string; css?: string };

/** Width and content of each column. */
function columns(parts: readonly [string, string][], { isTop = false } = {}): string {
  const inner = parts.map(([width, inside]) => {
    const style = width && ` style="flex-basis:${width}"`;
    return `<!-- wp:column ${width ? `${json({ width })} ` : ''}--><div class="wp-block-column"${style}>${inside}</div><!-- /wp:column -->`;
  });
  const settings = isTop ? '{"verticalAlignment":"top"} ' : '';
  return `<!-- wp:columns ${settings}--><div class="wp-block-columns${isTop ? ' are-vertically-aligned-top' : ''}">${inner.join('\n\n')}</div><!-- /wp:columns -->`;
}

function group(inside: string, { classes = '', css = '', ...settings }: StyledSettings): string {
  const style = css && ` style="${css}"`;
  return `<!-- wp:group ${json(settings)} --><div class="wp-block-group${classes && ` ${classes}`}"${style}>${inside}</div><!-- /wp:group -->`;
}

function button(content: string, { classes = '', ...settings }: StyledSettings = {}): string {
  return (
    `<!-- wp:button ${json(settings)} --><div class="wp-block-button${classes && ` ${classes}`}">` +
    `<a class="wp-block-button__link wp-element-button" href="/x">${content}</a></div><!-- /wp:button -->`
  );
}
const buttons = (inside: readonly string[], layout?: Settings) =>
  `<!-- wp:buttons ${layout ? `${json({ layout })} ` : ''}--><div class="wp-block-buttons">${inside.join('\n\n')}</div><!-- /wp:buttons -->`;

function cover({ id, url }: PageImage, inside: string, { height = 0, align = '' } = {}): string {
  const least = height > 0 && { minHeight: height, minHeightUnit: 'px' };
  const attributes = { url, id, dimRatio: 50, ...least, ...(align && { align }) };
  const style = height > 0 ? ` style="min-height:${height}px"` : '';
  return (
    `<!-- wp:cover ${json(attributes)} --><div class="wp-block-cover${align && ` align${align}`}"${style}>` +
    `<img class="wp-block-cover__image-background wp-image-${id}" alt="" src="${url}" data-object-fit="cover"/>` +
    '<span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span>' +
    `<div class="wp-block-cover__inner-container">${inside}</div></div><!-- /wp:cover -->`
  );
}

function mediaText({ id, url }: PageImage, inside: string, { right = false, width = 0 } = {}): string {
  const attributes = {
    mediaId: id,
    mediaType: 'image',
    ...(right && { mediaPosition: 'right' }),
    ...(width > 0 && { mediaWidth: width }),
  };
  const media = `<figure class="wp-block-media-text__media"><img src="${url}" alt="" class="wp-image-${id} size-full"/></figure>`;
  const content = `<div class="wp-block-media-text__content">${inside}</div>`;
  const style = width > 0 ? ` style="grid-template-columns:${right ? `auto ${width}%` : `${width}% auto`}"` : '';
  return `<!-- wp:media-text ${json(attributes)} --><div class="wp-block-media-text${right ? ' has-media-on-the-right' : ''} is-stacked-on-mobile"${style}>${right ? content + media : media + content}</div><!-- /wp:media-text -->`;
}

const listItem = (content: string, inner = '') =>
  `<!-- wp:list-item --><li>${content}${inner}</li><!-- /wp:list-item -->`;
const list = (items: readonly string[], ordered = false) => {
  const tag = ordered ? 'ol' : 'ul';
  return `<!-- wp:list ${ordered ? '{"ordered":true} ' : ''}--><${tag} class="wp-block-list">${items.join('')}</${tag}><!-- /wp:list -->`;
};

const row = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
function table({ className = '', caption = '', hasFixedLayout = true } = {}): string {
  const attributes = { hasFixedLayout, ...(className && { className }) };
  return (
    `<!-- wp:table ${json(attributes)} --><figure class="wp-block-table${className && ` ${className}`}">` +
    `<table${hasFixedLayout ? ' class="has-fixed-layout"' : ''}><thead>${row(['Boat', 'Length', 'Year'], 'th')}</thead>` +
    `<tbody>${row(['Seagull', '7.4 m', '1964'])}${row(['Heron', '9.1 m', '1972'])}</tbody></table>` +
    `${caption && `<figcaption class="wp-element-caption">${caption}</figcaption>`}</figure><!-- /wp:table -->`
  );
}

const socialLinks = (classes = '') =>
  `<!-- wp:social-links ${classes ? `{"className":"${classes}"} ` : ''}--><ul class="wp-block-social-links${classes && ` ${classes}`}">` +
  ['mastodon', 'github', 'feed']
    .map((service) => `<!-- wp:social-link {"url":"https://${service}.example","service":"${service}"} /-->`)
    .join('') +
  '</ul><!-- /wp:social-links -->';

/** Widths and heights of the pictures on the page. */
export const PICTURES = [
  [900, 600],
  [600, 600],
  [1200, 500],
  [500, 800],
] as const;

/**
 * A page of the core blocks that look the same on every site, whatever it contains: name and markup as the editor saves it, in the
 * order of the page.
 */
export function blockPage([one, two, three, tall]: readonly [PageImage, PageImage, PageImage, PageImage]): [
  name: string,
  markup: string,
][] {
  return [
    ['paragraph', paragraph()],
    [
      'paragraph with background',
      paragraph(text, '{"backgroundColor":"pale-cyan-blue"} ', 'has-pale-cyan-blue-background-color has-background'),
    ],
    ['paragraph, centred', paragraph(text, '{"align":"center"} ', 'has-text-align-center')],
    ['heading 2', heading(2, 'The harbour in spring')],
    ['heading 3', heading(3, 'The harbour in spring')],
    ['heading 4', heading(4, 'The harbour in spring')],
    [
      'list',
      list([listItem('Rope'), listItem('Bread', list([listItem('white'), listItem('brown')])), listItem('Patience')]),
    ],
    ['ordered list', list([listItem('Cast off'), listItem('Set sail')], true)],
    [
      'quote',
      `<!-- wp:quote --><blockquote class="wp-block-quote">${paragraph('Nothing hurries the tide.')}<cite>A fisherman</cite></blockquote><!-- /wp:quote -->`,
    ],
    [
      'pullquote',
      '<!-- wp:pullquote --><figure class="wp-block-pullquote"><blockquote><p>Nothing hurries the tide.</p><cite>A fisherman</cite></blockquote></figure><!-- /wp:pullquote -->',
    ],
    [
      'code',
      '<!-- wp:code --><pre class="wp-block-code"><code>const tide = high(4);\nsail(tide);</code></pre><!-- /wp:code -->',
    ],
    [
      'preformatted',
      '<!-- wp:preformatted --><pre class="wp-block-preformatted">High   04:10\nLow    10:25</pre><!-- /wp:preformatted -->',
    ],
    ['verse', '<!-- wp:verse --><pre class="wp-block-verse">The sea,\n   the sea</pre><!-- /wp:verse -->'],
    ['table', table()],
    ['table, striped with caption', table({ className: 'is-style-stripes', caption: 'Boats' })],
    ['table, widths by content', table({ hasFixedLayout: false })],
    [
      'separator',
      '<!-- wp:separator --><hr class="wp-block-separator has-alpha-channel-opacity"/><!-- /wp:separator -->',
    ],
    [
      'separator, wide',
      '<!-- wp:separator {"className":"is-style-wide"} --><hr class="wp-block-separator has-alpha-channel-opacity is-style-wide"/><!-- /wp:separator -->',
    ],
    [
      'separator, dots',
      '<!-- wp:separator {"className":"is-style-dots"} --><hr class="wp-block-separator has-alpha-channel-opacity is-style-dots"/><!-- /wp:separator -->',
    ],
    [
      'spacer',
      '<!-- wp:spacer {"height":"60px"} --><div style="height:60px" aria-hidden="true" class="wp-block-spacer"></div><!-- /wp:spacer -->',
    ],
    ['image', imageBlock(one, { caption: 'A caption below the picture' })],
    ['image, resized', imageBlock(one, { width: '300px' })],
    ['image, centred', imageBlock(one, { width: '300px', align: 'center' })],
    ['image, wide', imageBlock(one, { align: 'wide' })],
    ['image, full width', imageBlock(one, { align: 'full' })],
    ['image, rounded', imageBlock(two, { width: '200px', className: 'is-style-rounded' })],
    [
      'image with an aspect ratio',
      imageBlock(three, { aspectRatio: '1', scale: 'cover', css: 'aspect-ratio:1;object-fit:cover;' }),
    ],
    ['image at the left', imageBlock(two, { width: '200px', align: 'left' })],
    ['text next to the left image', paragraph(`${text} ${text} ${text} ${text}`)],
    ['image at the right', imageBlock(two, { width: '200px', align: 'right' })],
    ['text next to the right image', paragraph(`${text} ${text} ${text} ${text}`)],
    ['gallery', gallery([one, two, three])],
    ['gallery, two columns', gallery([one, tall, three], { columns: 2 })],
    ['gallery, not cropped', gallery([one, tall, three], { isCropped: false, caption: 'Three pictures' })],
    ['gallery with a gap', gallery([one, two, three, tall], { columns: 2, gap: '4px' })],
    ['gallery, wide', gallery([one, two, three], { align: 'wide' })],
    [
      'columns',
      columns([
        ['', paragraph()],
        ['', paragraph()],
      ]),
    ],
    [
      'columns, three',
      columns([
        ['', heading(3, 'One') + paragraph()],
        ['', paragraph()],
        ['', imageBlock(one)],
      ]),
    ],
    [
      'columns, a third',
      columns(
        [
          ['33.33%', paragraph()],
          ['66.66%', paragraph()],
        ],
        { isTop: true },
      ),
    ],
    ['group', group(heading(3, 'In a group') + paragraph() + paragraph(), { layout: { type: 'constrained' } })],
    [
      'group with background',
      group(paragraph() + paragraph(), {
        layout: { type: 'constrained' },
        backgroundColor: 'pale-cyan-blue',
        classes: 'has-pale-cyan-blue-background-color has-background',
      }),
    ],
    [
      'row',
      group(paragraph('One') + paragraph('Two') + paragraph('Three'), { layout: { type: 'flex', flexWrap: 'nowrap' } }),
    ],
    [
      'row, spread',
      group(paragraph('One') + paragraph('Two'), {
        layout: { type: 'flex', flexWrap: 'nowrap', justifyContent: 'space-between' },
      }),
    ],
    ['stack', group(paragraph('One') + paragraph('Two'), { layout: { type: 'flex', orientation: 'vertical' } })],
    [
      'stack, centred',
      group(paragraph('One') + paragraph('Two'), {
        layout: { type: 'flex', orientation: 'vertical', justifyContent: 'center' },
      }),
    ],
    [
      'grid',
      group(['One', 'Two', 'Three', 'Four'].map((word) => paragraph(word)).join(''), { layout: { type: 'grid' } }),
    ],
    [
      'grid of three columns',
      group(['One', 'Two', 'Three', 'Four'].map((word) => paragraph(word)).join(''), {
        layout: { type: 'grid', columnCount: 3, minimumColumnWidth: null },
      }),
    ],
    [
      'grid with a wide cell',
      group(spanning('One', 2) + ['Two', 'Three', 'Four'].map((word) => paragraph(word)).join(''), {
        layout: { type: 'grid', columnCount: 3, minimumColumnWidth: null },
      }),
    ],
    [
      'row with a growing cell',
      group(paragraph('One') + growing('Two'), { layout: { type: 'flex', flexWrap: 'nowrap' } }),
    ],
    [
      'group of another width',
      group(paragraph() + paragraph(), { layout: { type: 'constrained', contentSize: '400px' } }),
    ],
    [
      'group with a gap',
      group(paragraph('One') + paragraph('Two'), {
        layout: { type: 'constrained' },
        style: { spacing: { blockGap: '5px' } },
      }),
    ],
    [
      'group with padding',
      group(paragraph(), {
        layout: { type: 'constrained' },
        style: { spacing: { padding: { top: '20px', right: '30px', bottom: '20px', left: '30px' } } },
        css: 'padding-top:20px;padding-right:30px;padding-bottom:20px;padding-left:30px',
      }),
    ],
    [
      'buttons',
      buttons([button('Book now'), button('Prices', { className: 'is-style-outline', classes: 'is-style-outline' })]),
    ],
    ['buttons, centred', buttons([button('Book now'), button('Prices')], { type: 'flex', justifyContent: 'center' })],
    [
      'buttons, below each other',
      buttons([button('Book now'), button('Prices')], { type: 'flex', orientation: 'vertical' }),
    ],
    [
      'buttons, half width',
      buttons([
        button('Book now', { width: 50, classes: 'has-custom-width wp-block-button__width-50' }),
        button('Prices', { width: 50, classes: 'has-custom-width wp-block-button__width-50' }),
      ]),
    ],
    ['cover', cover(one, paragraph('Over the water', '{"align":"center"} ', 'has-text-align-center'))],
    ['cover, low', cover(one, heading(2, 'Over the water'), { height: 250 })],
    ['cover, full width', cover(one, heading(2, 'Over the water'), { align: 'full' })],
    ['media and text', mediaText(one, heading(3, 'The boat') + paragraph())],
    ['media and text, right', mediaText(one, paragraph(), { right: true, width: 33 })],
    ['social links', socialLinks()],
    ['social links, logos only', socialLinks('is-style-logos-only')],
    [
      'file',
      `<!-- wp:file {"id":${one.id},"href":"${one.url}"} --><div class="wp-block-file"><a id="f" href="${one.url}">Timetable</a><a href="${one.url}" class="wp-block-file__button wp-element-button" download aria-describedby="f">Download</a></div><!-- /wp:file -->`,
    ],
    [
      'audio',
      '<!-- wp:audio --><figure class="wp-block-audio"><audio controls src="/sea.mp3"></audio></figure><!-- /wp:audio -->',
    ],
    [
      'video',
      '<!-- wp:video --><figure class="wp-block-video"><video height="180" width="320" controls preload="none" src="/sea.mp4"></video></figure><!-- /wp:video -->',
    ],
    [
      'details',
      `<!-- wp:details {"showContent":true} --><details class="wp-block-details" open><summary>More</summary>${paragraph()}</details><!-- /wp:details -->`,
    ],
    ['search', '<!-- wp:search {"label":"Search","buttonText":"Search"} /-->'],
    ['html', '<!-- wp:html --><p>Plain <em>markup</em></p><!-- /wp:html -->'],
  ];
}
