import { escapeAttribute } from '../../text/escape.js';
import { isTruthy } from '../../text/php/php-values.js';
import { type PhpArray, toText } from '../../text/php/index.js';

/** A kind of widget that is older than blocks. */
interface ClassicWidget {
  /** Title of a widget without one. */
  readonly title?: string;
  /** Blocks that show the same, from which the HTML is made; undefined where the settings need the PHP of WordPress. */
  readonly block?: (settings: PhpArray) => string | undefined;
  /** Text that is rendered as the content of a post. */
  readonly content?: (settings: PhpArray) => string;
  readonly html: (parts: WidgetParts) => string;
}

interface WidgetParts {
  readonly settings: PhpArray;
  /** With its markup; empty if there is none. */
  readonly title: string;
  /** HTML of the block or the content. */
  readonly rendered: string;
  readonly home: string;
}

const isOn = (settings: PhpArray, name: string) => isTruthy(settings.get(name));
const block = (name: string, attributes: object) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
/** What is inside of the outermost element; empty if it is another one. */
const inside = (html: string, tag: string) =>
  new RegExp(`^<${tag}\\b[^>]*>([^]*)</${tag}>$`).exec(html.trim())?.[1] ?? '';
const list = (items: string) => `\n\t\t\t<ul>\n\t\t\t\t${items}\t\t\t</ul>\n\n\t\t\t`;

const POST = /<a class="wp-block-latest-posts__post-title" href="([^"]*)">([^]*?)<\/a>(?:<time[^>]*>([^<]*)<\/time>)?/g;

export const CLASSIC_WIDGETS: ReadonlyMap<string, ClassicWidget> = new Map<string, ClassicWidget>([
  [
    'archives',
    {
      title: 'Archives',
      block: (settings) =>
        isOn(settings, 'dropdown') ? undefined : block('archives', { showPostCounts: isOn(settings, 'count') }),
      html: ({ rendered, title }) => title + list(inside(rendered, 'ul')),
    },
  ],
  [
    'categories',
    {
      title: 'Categories',
      block: (settings) =>
        isOn(settings, 'dropdown')
          ? undefined
          : block('categories', {
              showPostCounts: isOn(settings, 'count'),
              showHierarchy: isOn(settings, 'hierarchical'),
            }),
      html: ({ rendered, title }) => title + list(inside(rendered, 'ul')),
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
          return `\t\t\t\t\t<li>\n\t\t\t\t\t<a href="${url}">${name}</a>\n\t\t\t\t\t${day}\t\t\t\t</li>\n\t\t\t\t\t`;
        });
        return posts.length === 0
          ? ''
          : `\n\t\t${title}\n\t\t<ul>\n\t\t\t\t\t\t${posts.join('\t\t\t\t\t\t')}</ul>\n\n\t\t`;
      },
    },
  ],
  [
    'search',
    {
      html: ({ title, home }) =>
        `${title}<form role="search" method="get" class="search-form" action="${escapeAttribute(home)}/">\n\t\t\t\t<label>\n` +
        '\t\t\t\t\t<span class="screen-reader-text">Search for:</span>\n' +
        '\t\t\t\t\t<input type="search" class="search-field" placeholder="Search &hellip;" value="" name="s" />\n' +
        '\t\t\t\t</label>\n\t\t\t\t<input type="submit" class="search-submit" value="Search" />\n\t\t\t</form>',
    },
  ],
  [
    'tag_cloud',
    {
      title: 'Tags',
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
