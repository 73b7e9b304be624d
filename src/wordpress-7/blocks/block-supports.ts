/** What the attributes of a block may change about the tag around it. */
export type Support =
  | 'align'
  | 'ariaLabel'
  | 'text'
  | 'background'
  | 'gradient'
  | 'fontSize'
  | 'fontFamily'
  | 'fontStyle'
  | 'fontWeight'
  | 'lineHeight'
  | 'letterSpacing'
  | 'textAlign'
  | 'textColumns'
  | 'textDecoration'
  | 'textTransform'
  | 'writingMode'
  | 'borderColor'
  | 'borderRadius'
  | 'borderStyle'
  | 'borderWidth'
  | 'margin'
  | 'padding'
  | 'minHeight'
  | 'shadow';

const COLORS: readonly Support[] = ['text', 'background', 'gradient'];
const FONT: readonly Support[] = [
  'fontSize',
  'lineHeight',
  'fontFamily',
  'fontWeight',
  'fontStyle',
  'textTransform',
  'textDecoration',
  'letterSpacing',
];
const BORDER: readonly Support[] = ['borderColor', 'borderRadius', 'borderStyle', 'borderWidth'];
const SPACE: readonly Support[] = ['margin', 'padding'];
const WITHOUT_SIZE = FONT.filter((name) => name !== 'fontSize' && name !== 'textDecoration');

/** The supports of dynamic blocks, which are written into their outer tag. Static blocks have theirs in the saved HTML. */
const SUPPORTS: ReadonlyMap<string, ReadonlySet<Support>> = new Map(
  (
    [
      ['archives categories latest-posts', ['align', ...COLORS, ...FONT, ...BORDER, ...SPACE]],
      ['breadcrumbs comments post-template query-total', ['align', ...COLORS, ...FONT, ...BORDER, ...SPACE]],
      ['avatar', ['align', ...SPACE]],
      ['calendar', ['align', 'fontSize', ...WITHOUT_SIZE]],
      [
        'comment-author-name comment-date post-author-biography post-author-name post-comments-count post-date ' +
          'post-terms post-time-to-read',
        [...COLORS, ...FONT, 'textAlign', ...BORDER, ...SPACE],
      ],
      ['comment-content', [...COLORS, ...FONT, 'textAlign', ...BORDER, 'padding']],
      ['comment-edit-link comment-reply-link', ['background', 'gradient', ...FONT, 'textAlign', ...BORDER, ...SPACE]],
      ['comment-template', ['align', ...FONT, ...BORDER, ...SPACE]],
      ['comments-pagination query-no-results query-pagination', ['align', ...COLORS, ...FONT]],
      ['comments-title post-title', ['align', ...COLORS, ...FONT, 'textAlign', ...BORDER, ...SPACE]],
      ['footnotes', ['text', 'background', ...FONT, 'writingMode', ...BORDER, ...SPACE]],
      ['home-link navigation-link navigation-submenu', FONT],
      ['latest-comments', ['align', ...COLORS, ...FONT, ...SPACE]],
      ['loginout', ['background', 'gradient', ...FONT, ...BORDER, ...SPACE]],
      ['navigation', ['align', 'ariaLabel', ...FONT.filter((name) => name !== 'textDecoration')]],
      ['page-list post-author', [...COLORS, ...FONT, ...BORDER, ...SPACE]],
      [
        'post-comments-form',
        [
          ...COLORS,
          'fontSize',
          ...WITHOUT_SIZE.filter((name) => name !== 'fontFamily'),
          'textAlign',
          ...BORDER,
          ...SPACE,
        ],
      ],
      ['post-comments-link', ['background', ...FONT, 'textAlign', ...BORDER, ...SPACE]],
      ['post-content', ['align', ...COLORS, ...FONT, ...BORDER, ...SPACE, 'minHeight']],
      ['post-excerpt', [...COLORS, ...FONT, 'textAlign', 'textColumns', ...BORDER, ...SPACE]],
      ['post-featured-image', ['align', ...SPACE]],
      ['query-pagination-next query-pagination-numbers query-pagination-previous', ['background', 'gradient', ...FONT]],
      ['read-more', [...COLORS, ...FONT, 'borderColor', 'borderRadius', 'borderWidth', ...SPACE]],
      ['rss', ['align', ...COLORS, ...BORDER, ...SPACE]],
      ['search', ['align', 'margin']],
      ['site-logo', ['align', ...SPACE]],
      ['site-tagline site-title', ['align', ...COLORS, ...FONT, 'textAlign', 'writingMode', ...BORDER, ...SPACE]],
      ['social-link', []],
      ['tag-cloud', ['align', ...WITHOUT_SIZE, ...BORDER, ...SPACE]],
    ] as const satisfies readonly (readonly [names: string, supports: readonly Support[]])[]
  ).flatMap(([names, supports]) => names.split(' ').map((name) => [name, new Set<Support>(supports)] as const)),
);

const NONE: ReadonlySet<Support> = new Set();

export function supportsOf(name: string): ReadonlySet<Support> {
  return SUPPORTS.get(name) ?? NONE;
}

/** Whether the outer tag of a block is written when it is rendered. */
export function isDynamic(name: string): boolean {
  return SUPPORTS.has(name);
}
