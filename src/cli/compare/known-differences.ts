import { OWN_MEMBERS } from '../../modules/imported-schema/own-members.js';
import { SETTINGS_FIELDS } from '../../modules/settings/settings.fields.js';
import { type Difference } from './compare-responses.js';

/** An expected difference: where it may occur, and why. */
export interface KnownDifference {
  /** As in the report: `/wp/v2/posts/{id}`; all routes when absent. */
  route?: RegExp;
  path: RegExp;
  /** Only when the other side lacks the member. */
  onlyIn?: 'ours' | 'theirs';
  /** Only when this makes both texts equal. */
  alike?: (text: string) => string;
  /** Only when our number is the smaller one, and the requester may not read everything. */
  fewerHere?: true;
  /** Only where this service implements an older release than WordPress. */
  olderOnly?: true;
  reason: string;
}

/** Routes added after the WordPress release that this API implements; a reverse proxy leaves them to WordPress. */
const NEWER_ROUTES = [
  'batch/v1',
  'wp-site-health/v1',
  'wp-block-editor/v1',
  'wp-abilities/v1',
  ...[
    ...(
      'search block-types block-renderer block-directory block-patterns blocks pattern-directory templates ' +
      'template-parts navigation global-styles menus menu-items menu-locations sidebars widgets widget-types ' +
      'themes plugins font-families font-collections wp_pattern_category icons icon-collections view-config'
    ).split(' '),
    'menu-items/\\{\\w+\\}/autosaves',
    '(?:posts|pages|media)/\\{\\w+\\}/(?:autosaves|edit|post-process)',
    'users/\\{user_id\\}/application-passwords',
    'users/me/application-passwords',
  ].map((route) => `wp/v2/${route}`),
];

const NEWER_TYPES =
  'nav_menu_item|wp_block|wp_template|wp_template_part|wp_navigation|wp_global_styles|wp_font_family|wp_font_face';

/** Members of entries, terms and the settings that WordPress itself has. */
const WORDPRESS_MEMBERS = [...OWN_MEMBERS, ...Object.keys(SETTINGS_FIELDS), 'headers', 'status', 'code', 'data'].join(
  '|',
);

/** One entry per reason; the first match is reported. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  { path: /^body(?:\.body)?\.(?:message|data\.params\.[^.]+)$/, reason: 'error messages have their own wording' },
  {
    path: /^body(?:\.body)?\.data\.details$/,
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'newer releases add details about invalid arguments',
  },
  {
    route: /^\/$/,
    path: new RegExp(`^body\\.(?:routes\\./|namespaces\\.)(?:${NEWER_ROUTES.join('|')})(?:/|$)`),
    onlyIn: 'theirs',
    reason: 'routes of newer releases: leave them to WordPress',
  },
  { route: /^\/$/, path: /^body\.(?:routes|namespaces)\./, onlyIn: 'ours', reason: 'routes only this service has' },
  {
    route: /\/types$/,
    path: new RegExp(`^body\\.(?:${NEWER_TYPES})$`),
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'types of newer releases',
  },
  {
    route: /\/taxonomies$/,
    path: /^body\.(?:nav_menu|wp_pattern_category)$/,
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'taxonomies of newer releases',
  },
  {
    route: /\/(?:types|taxonomies|statuses)(?:\/|$)/,
    path: /\.(?:icon|has_archive|rest_namespace|date_floating|visibility|viewable|template|template_lock)$/,
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'members of newer releases',
  },
  {
    route: /\/(?:types|taxonomies)(?:\/|$)/,
    path: /\.labels\.\w+$/,
    olderOnly: true,
    reason: 'labels were reworded in newer releases',
  },
  {
    route: /\/settings$/,
    path: /^body\.(?:show_on_front|page_on_front|page_for_posts|site_logo|site_icon)$/,
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'settings of newer releases',
  },
  {
    path: /\.(?:persisted_preferences|block_version|permalink_template|generated_slug|class_list|missing_image_sizes|is_dynamic|filesize)$/,
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'members of newer releases',
  },
  {
    path: /\._links\.(?:curies|children\[\d+\]\.embeddable|wp:action-[\w-]+|self\[\d+\]\.targetHints)\b/,
    onlyIn: 'theirs',
    olderOnly: true,
    reason: 'links of newer releases',
  },
  {
    path: /\.rendered$/,
    alike: plainMarkup,
    olderOnly: true,
    reason: 'attributes newer releases add to images and links',
  },
  {
    path: /\.rendered$/,
    alike: (html) => plainMarkup(html).replace(/ (?:srcset|sizes)="[^"]*"/g, ''),
    olderOnly: true,
    reason: 'image candidates (srcset, sizes): newer releases offer larger ones, and themes filter them',
  },
  {
    route: /\/taxonomies(?:\/|$)/,
    path: /\.labels\.\w+_field_description$/,
    reason: 'hints for the form of a term have their own wording',
  },
  {
    route: /\/types$/,
    path: /^body\.attachment\.labels\.view_item$/,
    reason: 'WordPress words this label by whether attachments have pages',
  },
  {
    route: /^\/$/,
    path: /^body\.routes\.\/wp\/v2\/(?:plugins|sidebars)\b/,
    reason: 'plugins and sidebars are only shown: WordPress alone can change files and widgets',
  },
  {
    route: /\/template(?:s|-parts)(?:\/|$)/,
    path: /^(?:status|body\b)/,
    reason: 'templates that are files of the theme are known to WordPress alone',
  },
  {
    route: /^\/\w+\/v\d+\/(?!media|users|comments|menu|types|taxonomies|statuses)[\w-]+(?:\/\{id\})?$/,
    path: new RegExp(`^body(?:\\.body)?(?:\\[\\d+\\])?\\.(?!(?:${WORDPRESS_MEMBERS})$)\\w+$`),
    onlyIn: 'theirs',
    reason: 'members and settings that plugins add',
  },
  {
    path: /\.rendered$/,
    alike: withoutWrappers,
    reason: 'in lists, after an entry with blocks, WordPress leaves a paragraph around captions and galleries',
  },
  {
    route: /\/comments$/,
    path: /^header\.allow$/,
    reason: 'with the filter `post`, WordPress reveals whether post 1 accepts comments',
  },
  {
    route: /\/comments$/,
    path: /^body\.headers\.X-WP-Total(?:Pages)?$/,
    reason: 'WordPress counts comments as text in an envelope',
  },
  {
    path: /\.(?:_links|_embedded)\.wp:featuredmedia$/,
    onlyIn: 'ours',
    reason: 'an entry links to its featured image even if the requester may not read the image',
  },
  {
    path: /^header\.x-wp-total(?:pages)?$/,
    fewerHere: true,
    reason: 'totals count only what the requester may read',
  },
  {
    path: /^header\.link$/,
    alike: (links) => links.replace(/\bpage=0\b/g, 'page=1'),
    reason: 'the page before a missing page of an empty list is the first one, not page 0',
  },
  {
    path: /avatar_urls\.\d+$/,
    alike: (text) => text.replace(/\/\/\d\.gravatar/, '//gravatar'),
    reason: 'default avatars come from a randomly chosen host',
  },
];

/** HTML without what newer releases add to the attributes of images, frames and links. */
export function plainMarkup(html: string): string {
  return html
    .replace(/ (?:decoding|loading|fetchpriority)="\w+"/g, '')
    .replaceAll('rel="nofollow ugc"', 'rel="nofollow"');
}

/** HTML without the paragraph tags directly around figures and divisions, and without empty paragraphs. */
function withoutWrappers(html: string): string {
  return html
    .replace(/<p>(?=<(?:figure|div)\b)/g, '')
    .replace(/(<\/(?:figure|div)>\s*)<\/p>/g, '$1')
    .replaceAll('<p></p>', '')
    .replace(/\n+/g, '\n');
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
    if (entry.fewerHere && !(Number(ours) < Number(theirs))) return false;
    if (
      entry.alike &&
      !(typeof ours === 'string' && typeof theirs === 'string' && entry.alike(ours) === entry.alike(theirs))
    )
      return false;
    return entry.path.test(path);
  })?.reason;
}
