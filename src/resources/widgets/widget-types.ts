/** A kind of widget. */
export interface WidgetType {
  readonly id: string;
  readonly name: string;
  readonly classname: string;
}

/** The kinds of widgets that WordPress itself has, by id. */
export const WIDGET_TYPES: ReadonlyMap<string, WidgetType> = new Map(
  [
    ['archives', 'Archives', 'widget_archive'],
    ['block', 'Block', 'widget_block'],
    ['calendar', 'Calendar', 'widget_calendar'],
    ['categories', 'Categories', 'widget_categories'],
    ['custom_html', 'Custom HTML', 'widget_custom_html'],
    ['media_audio', 'Audio', 'widget_media_audio'],
    ['media_gallery', 'Gallery', 'widget_media_gallery'],
    ['media_image', 'Image', 'widget_media_image'],
    ['media_video', 'Video', 'widget_media_video'],
    ['meta', 'Meta', 'widget_meta'],
    ['nav_menu', 'Navigation Menu', 'widget_nav_menu'],
    ['pages', 'Pages', 'widget_pages'],
    ['recent-comments', 'Recent Comments', 'widget_recent_comments'],
    ['recent-posts', 'Recent Posts', 'widget_recent_entries'],
    ['rss', 'RSS', 'widget_rss'],
    ['search', 'Search', 'widget_search'],
    ['tag_cloud', 'Tag Cloud', 'widget_tag_cloud'],
    ['text', 'Text', 'widget_text'],
  ].map(([id = '', name = '', classname = '']) => [id, { id, name, classname }]),
);
