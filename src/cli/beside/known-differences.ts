import { type Difference } from './compare.js';

/** A difference that is no fault: where it may be, and why. */
export interface KnownDifference {
  /** As in the report: `/wp/v2/posts/{id}`; all routes when absent. */
  route?: RegExp;
  path: RegExp;
  /** Only when the other side has nothing there. */
  onlyIn?: 'ours' | 'theirs';
  /** Only when both texts become the same by this. */
  alike?: (text: string) => string;
  reason: string;
}

/** Routes that came after the release whose interface this is; a reverse proxy leaves them at WordPress. */
const NEWER_ROUTES = [
  'batch/v1',
  'wp-site-health/v1',
  'wp-block-editor/v1',
  ...[
    'search',
    'block-types',
    'block-renderer',
    'block-directory',
    'block-patterns',
    'blocks',
    'pattern-directory',
    'templates',
    'template-parts',
    'navigation',
    'global-styles',
    'menus',
    'menu-items',
    'menu-locations',
    'sidebars',
    'widgets',
    'widget-types',
    'themes',
    'plugins',
    'font-families',
    'font-collections',
    'wp_pattern_category',
    '(?:posts|pages|media)/\\{\\w+\\}/(?:autosaves|edit|post-process)',
    'users/\\{user_id\\}/application-passwords',
    'users/me/application-passwords',
  ].map((route) => `wp/v2/${route}`),
];

const NEWER_TYPES =
  'nav_menu_item|wp_block|wp_template|wp_template_part|wp_navigation|wp_global_styles|wp_font_family|wp_font_face';

/** One entry a reason; the first that fits is told. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  { path: /^body(?:\.body)?\.(?:message|data\.params\.[^.]+)$/, reason: 'sentences of errors are our own' },
  {
    path: /^body(?:\.body)?\.data\.details$/,
    onlyIn: 'theirs',
    reason: 'newer releases say more about wrong arguments',
  },
  {
    route: /^\/$/,
    path: new RegExp(`^body\\.(?:routes\\./|namespaces\\.)(?:${NEWER_ROUTES.join('|')})(?:/|$)`),
    onlyIn: 'theirs',
    reason: 'routes of newer releases: leave them at WordPress',
  },
  { route: /^\/$/, path: /^body\.(?:routes|namespaces)\./, onlyIn: 'ours', reason: 'routes only this service has' },
  {
    route: /\/types$/,
    path: new RegExp(`^body\\.(?:${NEWER_TYPES})$`),
    onlyIn: 'theirs',
    reason: 'types of newer releases',
  },
  {
    route: /\/taxonomies$/,
    path: /^body\.(?:nav_menu|wp_pattern_category)$/,
    onlyIn: 'theirs',
    reason: 'taxonomies of newer releases',
  },
  {
    route: /\/(?:types|taxonomies|statuses)(?:\/|$)/,
    path: /\.(?:icon|has_archive|rest_namespace|date_floating|visibility|viewable|template|template_lock)$/,
    onlyIn: 'theirs',
    reason: 'members of newer releases',
  },
  {
    route: /\/(?:types|taxonomies)(?:\/|$)/,
    path: /\.labels\.\w+$/,
    reason: 'labels are worded anew in newer releases',
  },
  {
    route: /\/settings$/,
    path: /^body\.(?:show_on_front|page_on_front|page_for_posts|site_logo|site_icon)$/,
    onlyIn: 'theirs',
    reason: 'settings of newer releases',
  },
  {
    path: /\.(?:persisted_preferences|block_version|permalink_template|generated_slug|class_list|missing_image_sizes|is_dynamic|filesize)$/,
    onlyIn: 'theirs',
    reason: 'members of newer releases',
  },
  {
    path: /\._links\.(?:curies|children\[\d+\]\.embeddable|wp:action-[\w-]+|self\[\d+\]\.targetHints)\b/,
    onlyIn: 'theirs',
    reason: 'links of newer releases',
  },
  { path: /\.rendered$/, alike: plainMarkup, reason: 'attributes newer releases add to images and links' },
  {
    path: /\.rendered$/,
    alike: (html) => plainMarkup(html).replace(/ (?:srcset|sizes)="[^"]*"/g, ''),
    reason: 'choices of picture sizes (srcset, sizes): newer releases offer larger ones, themes decide',
  },
  {
    path: /avatar_urls\.\d+$/,
    alike: (text) => text.replace(/\/\/\d\.gravatar/, '//gravatar'),
    reason: 'pictures of nobody come from a host chosen at random',
  },
];

/** HTML without what newer releases add to the attributes of images, frames and links. */
export function plainMarkup(html: string): string {
  return html
    .replace(/ (?:decoding|loading|fetchpriority)="\w+"/g, '')
    .replaceAll('rel="nofollow ugc"', 'rel="nofollow"');
}

export function knownReason(
  route: string,
  { path, ours, theirs }: Difference,
  known: readonly KnownDifference[] = KNOWN_DIFFERENCES,
): string | undefined {
  return known.find((entry) => {
    if (entry.route && !entry.route.test(route)) return false;
    if (entry.onlyIn === 'theirs' && ours !== undefined) return false;
    if (entry.onlyIn === 'ours' && theirs !== undefined) return false;
    if (
      entry.alike &&
      !(typeof ours === 'string' && typeof theirs === 'string' && entry.alike(ours) === entry.alike(theirs))
    )
      return false;
    return entry.path.test(path);
  })?.reason;
}
