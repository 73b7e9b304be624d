/** The fields of the arguments `where`, which are the same wherever nodes of a kind are listed. */

const ENTRY = `
  dateQuery: DateQueryInput hasPassword: Boolean id: Int in: [ID] isSticky: Boolean mimeType: MimeTypeEnum name: String nameIn: [String]
  notIn: [ID] orderby: [PostObjectsConnectionOrderbyInput] parent: ID parentIn: [ID] parentNotIn: [ID] password: String search: String
  stati: [PostStatusEnum] status: PostStatusEnum template: ContentTemplateEnum title: String`;

const AUTHORS = 'author: Int authorName: String authorIn: [ID] authorNotIn: [ID]';
const CATEGORIES = 'categoryId: Int categoryName: String categoryIn: [ID] categoryNotIn: [ID]';
const TAGS = 'tag: String tagId: String tagIn: [ID] tagNotIn: [ID] tagSlugAnd: [String] tagSlugIn: [String]';

/** Entries of one type. */
export function entryWhere({ hasAuthors, taxonomies }: { hasAuthors: boolean; taxonomies: readonly string[] }): string {
  return [
    ENTRY,
    ...(hasAuthors ? [AUTHORS] : []),
    ...(taxonomies.includes('category') ? [CATEGORIES] : []),
    ...(taxonomies.includes('post_tag') ? [TAGS] : []),
  ].join(' ');
}

/** Entries of several types; the enum has their names. */
export const contentNodesWhere = (types: string) => `contentTypes: [${types}] ${ENTRY}`;

export const TERM_WHERE = `
  cacheDomain: String childOf: Int childless: Boolean descriptionLike: String exclude: [ID] excludeTree: [ID] hideEmpty: Boolean
  hierarchical: Boolean include: [ID] name: [String] nameLike: String objectIds: [ID] order: OrderEnum
  orderby: TermObjectsConnectionOrderbyEnum padCounts: Boolean parent: Int search: String slug: [String] termTaxonomyId: [ID]
  updateTermMetaCache: Boolean`;

export const TERM_NODES_WHERE = `${TERM_WHERE} taxonomies: [TaxonomyEnum]`;

export const COMMENT_WHERE = `
  authorEmail: String authorIn: [ID] authorNotIn: [ID] authorUrl: String commentIn: [ID] commentNotIn: [ID] commentType: String
  commentTypeIn: [String] commentTypeNotIn: String contentAuthor: [ID] contentAuthorIn: [ID] contentAuthorNotIn: [ID] contentId: ID
  contentIdIn: [ID] contentIdNotIn: [ID] contentName: String contentParent: Int contentStatus: [PostStatusEnum]
  contentType: [ContentTypeEnum] includeUnapproved: [ID] karma: Int order: OrderEnum orderby: CommentsConnectionOrderbyEnum parent: Int
  parentIn: [ID] parentNotIn: [ID] search: String status: String @deprecated(reason: "Use statusIn.") statusIn: [CommentStatusEnum] userId: ID`;

export const USER_WHERE = `
  exclude: [Int] hasPublishedPosts: [ContentTypeEnum] include: [Int] login: String loginIn: [String] loginNotIn: [String]
  nicename: String nicenameIn: [String] nicenameNotIn: [String] orderby: [UsersConnectionOrderbyInput] role: UserRoleEnum
  roleIn: [UserRoleEnum] roleNotIn: [UserRoleEnum] search: String searchColumns: [UsersConnectionSearchColumnEnum]`;

export const MENU_WHERE = 'id: Int location: MenuLocationEnum slug: String';
export const MENU_ITEM_WHERE = 'id: Int location: MenuLocationEnum parentDatabaseId: Int parentId: ID';
export const PLUGIN_WHERE = 'search: String stati: [PluginStatusEnum] status: PluginStatusEnum';
export const ASSET_WHERE = 'handlesIn: [String]';
