import { member } from './block.js';
import { CORE_BLOCK_TYPES } from './block-type.js';

/** What the attributes of a block may change about the tag around it, by the group in which a block type declares it. */
const SUPPORTS = {
  color: { text: 'text', background: 'background', gradient: 'gradients' },
  typography: {
    fontSize: 'fontSize',
    fontFamily: 'fontFamily',
    fontStyle: 'fontStyle',
    fontWeight: 'fontWeight',
    lineHeight: 'lineHeight',
    letterSpacing: 'letterSpacing',
    textAlign: 'textAlign',
    textColumns: 'textColumns',
    textDecoration: 'textDecoration',
    textTransform: 'textTransform',
    writingMode: 'writingMode',
  },
  border: { borderColor: 'color', borderRadius: 'radius', borderStyle: 'style', borderWidth: 'width' },
  spacing: { margin: 'margin', padding: 'padding' },
  dimensions: { minHeight: 'minHeight' },
} as const;

type MembersOf<T> = T extends unknown ? keyof T : never;
export type Support = MembersOf<(typeof SUPPORTS)[keyof typeof SUPPORTS]> | 'align' | 'ariaLabel' | 'shadow';

/** Blocks whose outer tag is written when they are rendered. Static blocks have what they support in the saved HTML. */
const DYNAMIC =
  'archives avatar breadcrumbs calendar categories comment-author-name comment-content comment-date comment-edit-link ' +
  'comment-reply-link comment-template comments comments-pagination comments-title footnotes home-link latest-comments ' +
  'latest-posts loginout navigation navigation-link navigation-overlay-close navigation-submenu page-list post-author post-author-biography ' +
  'post-author-name post-comments-count post-comments-form post-comments-link post-content post-date post-excerpt ' +
  'post-featured-image post-template post-terms post-time-to-read post-title query-no-results query-pagination ' +
  'query-pagination-next query-pagination-numbers query-pagination-previous query-title query-total read-more rss search site-logo ' +
  'site-tagline site-title social-link tag-cloud term-count term-description term-name term-template';

const SUPPORTS_BY_NAME: ReadonlyMap<string, ReadonlySet<Support>> = new Map(
  DYNAMIC.split(' ').map((name) => [name, declaredSupports(name)]),
);

function declaredSupports(name: string): Set<Support> {
  const { supports } = CORE_BLOCK_TYPES.find((type) => type.name === `core/${name}`)!;
  const single = (['align', 'ariaLabel', 'shadow'] as const).filter((support) => isWritten(supports, support));
  const grouped = Object.entries(SUPPORTS).flatMap(([group, members]) => {
    const declared = member(supports, group) ?? member(supports, experimental(group));
    return Object.entries(members).flatMap(([support, key]) => (isWritten(declared, key) ? [support as Support] : []));
  });
  return new Set([...single, ...grouped]);
}

/** Whether a support is declared, unless the block writes it into another tag itself. Colours are on by default. */
function isWritten(declared: unknown, key: string): boolean {
  const skipped = member(declared, experimental('skipSerialization'));
  if (declared === undefined || skipped === true || (Array.isArray(skipped) && skipped.includes(key))) return false;
  const value = member(declared, key) ?? member(declared, experimental(key));
  if (member(value, experimental('skipSerialization')) === true) return false;
  return value === undefined ? key === 'text' || key === 'background' : Boolean(value);
}

function experimental(name: string): string {
  return `__experimental${name[0]!.toUpperCase()}${name.slice(1)}`;
}

export function supportsOf(name: string): ReadonlySet<Support> {
  return SUPPORTS_BY_NAME.get(name) ?? NONE;
}

const NONE: ReadonlySet<Support> = new Set();

/** Whether the outer tag of a block is written when it is rendered. */
export function isDynamic(name: string): boolean {
  return SUPPORTS_BY_NAME.has(name);
}
