/** Members that WordPress itself gives to entries and terms, besides those named after taxonomies. */
export const OWN_MEMBERS: ReadonlySet<string> = new Set(
  (
    'id date date_gmt guid link modified modified_gmt slug status type password permalink_template generated_slug class_list ' +
    'parent title content author excerpt featured_media comment_status ping_status menu_order format meta sticky template ' +
    'count description name taxonomy'
  ).split(' '),
);
