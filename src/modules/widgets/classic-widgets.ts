import { escapeAttribute } from '../../text/escape.js';
import { isTruthy } from '../../text/php/php-values.js';
import { type PhpArray, toInteger, toText } from '../../text/php/index.js';
import { type ShortcodeNames, texturize } from '../../text/texturize.js';
import { type BlockData, type BlockQuery } from '../../rendering/index.js';
import { latestComments, termList } from '../../rendering/blocks/block-queries.js';
import { openingScript } from '../../rendering/blocks/dynamic/term-blocks.js';
import { type Site } from '../../site/site.js';
import { addressIn, feedLinks, feedName, feedWidget } from '../feeds/feed-html.js';
import { type Feed } from '../feeds/parse-feed.js';
import { type PublicMenuItem } from '../menus/index.js';
import { rootOf } from '../terms/term.js';
import { commentList, menuList, pageList } from './widget-lists.js';

/** A kind of widget that is older than blocks. */
interface ClassicWidget {
  /** Title of a widget without one. */
  readonly title?: string | ((settings: PhpArray, site: Site, feed: Feed | undefined) => string);
  /** HTML of the title, if it is more than its text. */
  readonly heading?: (label: string, settings: PhpArray, site: Site, feed: Feed | undefined) => string;
  /** Address of the feed that it shows. */
  readonly feed?: (settings: PhpArray) => string;
  /** What it lists. */
  readonly queries?: (settings: PhpArray) => readonly BlockQuery[];
  /** Blocks that show the same, from which the HTML is made. */
  readonly block?: (settings: PhpArray) => string;
  /** Text that is rendered as the content of a post. */
  readonly content?: (settings: PhpArray) => string;
  readonly html: (parts: WidgetParts) => string;
}

interface WidgetParts {
  /** Number of the widget among those of its type. */
  readonly number: number;
  /** Whether no widget of the type is before it in the response. */
  readonly isFirst: boolean;
  readonly settings: PhpArray;
  /** With its markup; empty if there is none. */
  readonly title: string;
  /** The title without markup. */
  readonly label: string;
  /** HTML of the block or the content. */
  readonly rendered: string;
  readonly site: Site;
  readonly data: BlockData;
  readonly feed?: Feed | undefined;
  readonly menu?: { readonly slug: string; readonly items: readonly PublicMenuItem[] };
  readonly shortcodes: ShortcodeNames;
  readonly session: Session;
}

/** Links for the requester: to the administration or to register, if any, and to sign in or out. */
export interface Session {
  readonly administration: string;
  readonly account: string;
}

const feedAddress = (settings: PhpArray) => addressIn(toText(settings.get('url')));
const isOn = (settings: PhpArray, name: string) => isTruthy(settings.get(name));
const block = (name: string, attributes: object) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
/** What is inside of the outermost element; empty if it is another one. */
const inside = (html: string, tag: string) =>
  new RegExp(`^<${tag}\\b[^>]*>([^]*)</${tag}>$`).exec(html.trim())?.[1] ?? '';
const list = (items: string) => `\n\t\t\t<ul>\n\t\t\t\t${items}\t\t\t</ul>\n\n\t\t\t`;

const newestComments = (settings: PhpArray) =>
  latestComments({ commentsToShow: Math.min(Math.abs(toInteger(settings.get('number'))) || 5, MAX_COMMENTS) });
const MAX_COMMENTS = 100;

const categoryAttributes = (settings: PhpArray) => ({
  showPostCounts: isOn(settings, 'count'),
  showHierarchy: isOn(settings, 'hierarchical'),
  displayAsDropdown: isOn(settings, 'dropdown'),
});

const OPEN_CHOICE = 'if (list.value) location.href = list.value;';

/** The months of a block's menu in one of a widget. */
function monthsMenu(rendered: string, number: number, label: string): string {
  const id = `archives-dropdown-${number}`;
  const options = rendered.match(/\t<option value='[^]*?<\/option>\n/g) ?? [];
  return (
    `\t\t<label class="screen-reader-text" for="${id}">${label}</label>\n\t\t<select id="${id}" name="archive-dropdown">\n\t\t\t\n` +
    `\t\t\t<option value="">Select Month</option>\n\t\t\t${options.join('')}\n\t\t</select>\n\n\t\t\t${openingScript(id, OPEN_CHOICE)}\n`
  );
}

/** The options of a block's menu, by the IDs of the categories. */
function categoriesMenu({ rendered, settings, data, site, label, isFirst, number, shortcodes }: WidgetParts): string {
  const id = isFirst ? 'cat' : `categories-dropdown-${number}`;
  const terms = new Map((data.get(termList(categoryAttributes(settings))) ?? []).map((term) => [term.slug, term.id]));
  const options = (rendered.match(/\t<option class="level-[^]*?<\/option>\n/g) ?? []).map((option) =>
    option.replace(/value="([^"]*)"/, (_all, slug: string) => `value="${terms.get(slug) ?? ''}"`),
  );
  return (
    `<form action="${escapeAttribute(site.home)}" method="get"><label class="screen-reader-text" for="${id}">${label}</label>` +
    `<select  name='cat' id='${id}' class='postform'>\n\t<option value='-1'>Select Category</option>\n${texturize(options.join(''), shortcodes)}</select>\n</form>` +
    `${openingScript(id, 'if (list.value > 0) list.form.submit();')}\n`
  );
}

/** The feed of entries, or of their comments. */
function feedUrl(site: Site, kind: '' | 'comments'): string {
  const permalinks = site.option('permalink_structure');
  if (permalinks === '') return escapeAttribute(`${site.home}/?feed=${kind === '' ? '' : `${kind}-`}rss2`);
  const end = permalinks.endsWith('/') ? '/' : '';
  return escapeAttribute(`${site.home}${rootOf(permalinks)}${kind === '' ? '' : `${kind}/`}feed${end}`);
}

const POST = /<a class="wp-block-latest-posts__post-title" href="([^"]*)">([^]*?)<\/a>(?:<time[^>]*>([^<]*)<\/time>)?/g;

export const CLASSIC_WIDGETS: ReadonlyMap<string, ClassicWidget> = new Map<string, ClassicWidget>([
  [
    'archives',
    {
      title: 'Archives',
      block: (settings) =>
        block('archives', {
          showPostCounts: isOn(settings, 'count'),
          displayAsDropdown: isOn(settings, 'dropdown'),
        }),
      html: ({ settings, rendered, title, number, label }) =>
        title + (isOn(settings, 'dropdown') ? monthsMenu(rendered, number, label) : list(inside(rendered, 'ul'))),
    },
  ],
  [
    'categories',
    {
      title: 'Categories',
      queries: (settings) => [termList(categoryAttributes(settings))],
      block: (settings) => block('categories', categoryAttributes(settings)),
      html: (parts) =>
        parts.title + (isOn(parts.settings, 'dropdown') ? categoriesMenu(parts) : list(inside(parts.rendered, 'ul'))),
    },
  ],
  [
    'calendar',
    {
      block: () => block('calendar', {}),
      html: ({ rendered, title, isFirst }) =>
        `${title}<div ${isFirst ? 'id="calendar_wrap" ' : ''}class="calendar_wrap">${inside(rendered, 'div')}</div>`,
    },
  ],
  [
    'meta',
    {
      title: 'Meta',
      html: ({ title, site, session }) => {
        const links = [
          `<a href="${feedUrl(site, '')}">Entries feed</a>`,
          `<a href="${feedUrl(site, 'comments')}">Comments feed</a>`,
        ].map((link) => `\t\t\t<li>${link}</li>\n`);
        const own = session.administration === '' ? '' : `<li>${session.administration}</li>`;
        return (
          `${title}\n\t\t<ul>\n\t\t\t${own}\t\t\t<li>${session.account}</li>\n${links.join('')}\n` +
          '\t\t\t<li><a href="https://wordpress.org/">WordPress.org</a></li>\n\t\t</ul>\n\n\t\t'
        );
      },
    },
  ],
  [
    'nav_menu',
    {
      html: ({ title, menu, site, shortcodes, isFirst, number }) => {
        if (!menu) return '';
        const front = site.integer('page_on_front');
        const name = `menu-${menu.slug}`;
        const id = isFirst ? name : `${name}-${number}`;
        const items = menu.items.length === 0 ? '' : menuList(menu.items, id, { home: site.home, front, shortcodes });
        return items === '' ? title : `${title}<div class="${name}-container">${items}</div>`;
      },
    },
  ],
  [
    'pages',
    {
      title: 'Pages',
      queries: () => [{ kind: 'pages' }],
      html: ({ title, settings, data, shortcodes }) => {
        const exclude = toText(settings.get('exclude')).split(',').map(Number);
        const order = { sortby: toText(settings.get('sortby')), exclude };
        const items = pageList(data.get({ kind: 'pages' }) ?? [], order, shortcodes);
        return items === '' ? '' : `${title}\n\t\t\t<ul>\n\t\t\t\t${items}\t\t\t</ul>\n\n\t\t\t`;
      },
    },
  ],
  [
    'recent-comments',
    {
      title: 'Recent Comments',
      queries: (settings) => [newestComments(settings)],
      html: ({ title, settings, data, isFirst, number, shortcodes }) =>
        title +
        commentList(
          data.get(newestComments(settings)) ?? [],
          isFirst ? 'recentcomments' : `recentcomments-${number}`,
          shortcodes,
        ),
    },
  ],
  [
    'custom_html',
    {
      html: ({ settings, title }) =>
        `${title}<div class="textwidget custom-html-widget">${toText(settings.get('content'))}</div>`,
    },
  ],
  [
    'recent-posts',
    {
      title: 'Recent Posts',
      block: (settings) =>
        block('latest-posts', {
          postsToShow: Number(toText(settings.get('number'))) || 5,
          displayPostDate: isOn(settings, 'show_date'),
        }),
      html: ({ rendered, title }) => {
        const posts = [...rendered.matchAll(POST)].map(([, url, name, date]) => {
          const day = date === undefined ? '' : `\t\t\t\t\t\t<span class="post-date">${date}</span>\n\t\t\t\t\t`;
          return `${'\t'.repeat(11)}<li>\n\t\t\t\t\t<a href="${url}">${name}</a>\n\t\t\t\t\t${day}\t\t\t\t</li>\n`;
        });
        return posts.length === 0 ? '' : `\n\t\t${title}\n\t\t<ul>\n${posts.join('')}\t\t\t\t\t</ul>\n\n\t\t`;
      },
    },
  ],
  [
    'rss',
    {
      feed: feedAddress,
      title: (_settings, _site, feed) => feedName(feed),
      heading: (label, settings, site, feed) => feedLinks(label, feedAddress(settings), feed, site),
      // Nothing without an address, with the site's own, and where WordPress could not read the feed when it was saved.
      html: ({ title, settings, feed, site }) => {
        const url = feedAddress(settings);
        const own = [site.home, site.siteUrl].includes(url.replace(/\/+$/, ''));
        return url === '' || own || isOn(settings, 'error')
          ? ''
          : title + (feed ? feedWidget(settings, feed, site) : '');
      },
    },
  ],
  [
    'search',
    {
      html: ({ title, site }) =>
        `${title}<form role="search" method="get" class="search-form" action="${escapeAttribute(site.home)}/">\n\t\t\t\t<label>\n` +
        '\t\t\t\t\t<span class="screen-reader-text">Search for:</span>\n' +
        '\t\t\t\t\t<input type="search" class="search-field" placeholder="Search &hellip;" value="" name="s" />\n' +
        '\t\t\t\t</label>\n\t\t\t\t<input type="submit" class="search-submit" value="Search" />\n\t\t\t</form>',
    },
  ],
  [
    'tag_cloud',
    {
      title: (settings, { model }) => model.taxonomies.get(toText(settings.get('taxonomy')))?.label ?? 'Tags',
      block: (settings) =>
        block('tag-cloud', {
          taxonomy: toText(settings.get('taxonomy')) || 'post_tag',
          showTagCounts: isOn(settings, 'count'),
        }),
      html: ({ rendered, title }) =>
        rendered === '' ? '' : `${title}<div class="tagcloud">${inside(rendered, 'p')}</div>\n`,
    },
  ],
  [
    'text',
    {
      content: (settings) => (isOn(settings, 'filter') || isOn(settings, 'visual') ? toText(settings.get('text')) : ''),
      html: ({ settings, rendered, title }) =>
        `${title}\t\t\t<div class="textwidget">${rendered || toText(settings.get('text'))}</div>\n\t\t`,
    },
  ],
]);

/** Classes of block widgets whose first block has the role of a classic widget. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'widget_text'],
  ['calendar', 'widget_calendar'],
  ['search', 'widget_search'],
  ['html', 'widget_custom_html'],
  ['archives', 'widget_archive'],
  ['latest-posts', 'widget_recent_entries'],
  ['latest-comments', 'widget_recent_comments'],
  ['tag-cloud', 'widget_tag_cloud'],
  ['categories', 'widget_categories'],
  ['audio', 'widget_media_audio'],
  ['video', 'widget_media_video'],
  ['image', 'widget_media_image'],
  ['gallery', 'widget_media_gallery'],
  ['rss', 'widget_rss'],
]);

/** The class of a block widget with this content. */
export function blockWidgetClass(content: string): string {
  const name = /<!-- wp:(?:core\/)?([a-z][a-z-]*)[\s/]/.exec(content)?.[1] ?? '';
  return ['widget_block', ROLES.get(name)].filter(Boolean).join(' ');
}
