/** Types and interfaces that every site has. A type also has the fields of its interfaces, and those that other files add. */
export const CORE_TYPES = `
schema { query: RootQuery mutation: RootMutation }
type RootQuery {
  viewer: User
  node(id: ID): Node
  nodeByUri(uri: String!): UniformResourceIdentifiable
}
type RootMutation { increaseCount(count: Int): Int }

interface Node { id: ID! }
interface DatabaseIdentifier { databaseId: Int! }
interface UniformResourceIdentifiable implements Node {
  uri: String
  isContentNode: Boolean!
  isTermNode: Boolean!
  isFrontPage: Boolean!
  isPostsPage: Boolean!
  isComment: Boolean!
}
interface MenuItemLinkable implements Node & UniformResourceIdentifiable & DatabaseIdentifier { id: ID! }

interface Connection { edges: [Edge!]! nodes: [Node!]! pageInfo: PageInfo! }
interface Edge { cursor: String node: Node! }
interface OneToOneConnection implements Edge { cursor: String node: Node! }
interface PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
interface WPPageInfo implements PageInfo { hasNextPage: Boolean! }

interface ContentTemplate { templateName: String }
type DefaultTemplate implements ContentTemplate { templateName: String }

interface ContentNode implements Node & UniformResourceIdentifiable {
  databaseId: Int!
  contentTypeName: String!
  date: String
  dateGmt: String
  desiredSlug: String
  enclosure: String
  guid: String
  isPreview: Boolean
  isRestricted: Boolean
  link: String
  modified: String
  modifiedGmt: String
  previewRevisionDatabaseId: Int
  previewRevisionId: ID
  slug: String
  status: String
  template: ContentTemplate
}
interface HierarchicalNode implements Node & DatabaseIdentifier { parentDatabaseId: Int parentId: ID }
interface HierarchicalContentNode implements Node & ContentNode & DatabaseIdentifier & HierarchicalNode & UniformResourceIdentifiable { id: ID! }
interface Previewable { isPreview: Boolean previewRevisionDatabaseId: Int previewRevisionId: ID }
interface NodeWithAuthor implements Node { authorDatabaseId: Int authorId: ID }
interface NodeWithComments implements Node { commentCount: Int commentStatus: String }
interface NodeWithContentEditor implements Node { content(format: PostObjectFieldFormatEnum): String }
interface NodeWithExcerpt implements Node { excerpt(format: PostObjectFieldFormatEnum): String }
interface NodeWithFeaturedImage implements Node { featuredImageDatabaseId: Int featuredImageId: ID }
interface NodeWithPageAttributes implements Node { menuOrder: Int }
interface NodeWithRevisions implements Node { isRevision: Boolean }
interface NodeWithTemplate implements Node { template: ContentTemplate }
interface NodeWithTitle implements Node { title(format: PostObjectFieldFormatEnum): String }
interface NodeWithTrackbacks implements Node { pinged: [String] pingStatus: String toPing: [String] }

interface TermNode implements Node & UniformResourceIdentifiable {
  databaseId: Int!
  count: Int
  description: String
  isRestricted: Boolean
  link: String
  name: String
  slug: String
  taxonomyName: String
  termGroupId: Int
  termTaxonomyId: Int
}
interface HierarchicalTermNode implements Node & TermNode & DatabaseIdentifier & HierarchicalNode & UniformResourceIdentifiable { id: ID! }

interface Commenter implements Node & DatabaseIdentifier {
  avatar: Avatar
  email: String
  isRestricted: Boolean
  name: String
  url: String
}
type Avatar {
  default: String
  extraAttr: String
  forceDefault: Boolean
  foundAvatar: Boolean
  height: Int
  isRestricted: Boolean
  rating: String
  scheme: String
  size: Int
  url: String
  width: Int
}
enum AvatarRatingEnum { G PG R X }
type User implements Node & UniformResourceIdentifiable & Commenter & DatabaseIdentifier {
  adminColor: String
  avatar(size: Int = 96, forceDefault: Boolean, rating: AvatarRatingEnum): Avatar
  capKey: String
  capabilities: [String]
  description: String
  extraCapabilities: [String]
  firstName: String
  hasCommentShortcutsEnabled: Boolean
  hasRichEditingEnabled: Boolean
  hasSyntaxHighlightingEnabled: Boolean
  lastName: String
  locale: String
  nicename: String
  nickname: String
  registeredDate: String
  shouldShowAdminToolbar: Boolean
  slug: String
  userId: Int
  username: String
}
type UserRole implements Node { capabilities: [String] displayName: String isRestricted: Boolean name: String }
type CommentAuthor implements Node & Commenter & DatabaseIdentifier {
  avatar(size: Int = 96, forceDefault: Boolean, rating: AvatarRatingEnum): Avatar
}
type Comment implements Node & DatabaseIdentifier & UniformResourceIdentifiable {
  agent: String
  approved: Boolean
  authorIp: String
  commentId: Int
  content(format: PostObjectFieldFormatEnum): String
  date: String
  dateGmt: String
  isRestricted: Boolean
  karma: Int
  link: String
  parentDatabaseId: Int
  parentId: ID
  status: CommentStatusEnum
  type: String
}
enum CommentStatusEnum { APPROVE HOLD SPAM TRASH }

type MediaDetails {
  file: String
  filePath: String
  height: Int
  meta: MediaItemMeta
  sizes(exclude: [MediaItemSizeEnum], include: [MediaItemSizeEnum]): [MediaSize]
  width: Int
}
type MediaItemMeta {
  aperture: Float
  camera: String
  caption: String
  copyright: String
  createdTimestamp: Int
  credit: String
  focalLength: Float
  iso: Int
  keywords: [String]
  orientation: String
  shutterSpeed: Float
  title: String
}
type MediaSize {
  file: String
  filePath: String
  fileSize: Int
  height: String
  mimeType: String
  name: String
  sourceUrl: String
  width: String
}
enum MediaItemStatusEnum { AUTO_DRAFT INHERIT PRIVATE TRASH }

type Menu implements Node & DatabaseIdentifier {
  count: Int
  isRestricted: Boolean
  locations: [MenuLocationEnum]
  menuId: Int
  name: String
  slug: String
}
type MenuItem implements Node & DatabaseIdentifier {
  connectedObject: MenuItemObjectUnion
  cssClasses: [String]
  description: String
  isRestricted: Boolean
  label: String
  linkRelationship: String
  locations: [MenuLocationEnum]
  menuItemId: Int
  order: Int
  parentDatabaseId: Int
  parentId: ID
  path: String
  target: String
  title: String
  uri: String
  url: String
}

type ContentType implements Node & UniformResourceIdentifiable {
  canExport: Boolean
  deleteWithUser: Boolean
  description: String
  excludeFromSearch: Boolean
  graphqlPluralName: String
  graphqlSingleName: String
  hasArchive: Boolean
  hierarchical: Boolean
  isRestricted: Boolean
  label: String
  labels: PostTypeLabelDetails
  menuIcon: String
  menuPosition: Int
  name: String
  public: Boolean
  publiclyQueryable: Boolean
  restBase: String
  restControllerClass: String
  showInAdminBar: Boolean
  showInGraphql: Boolean
  showInMenu: Boolean
  showInNavMenus: Boolean
  showInRest: Boolean
  showUi: Boolean
}
type PostTypeLabelDetails {
  addNew: String
  addNewItem: String
  allItems: String
  archives: String
  attributes: String
  editItem: String
  featuredImage: String
  filterItemsList: String
  insertIntoItem: String
  itemsList: String
  itemsListNavigation: String
  menuName: String
  name: String
  newItem: String
  notFound: String
  notFoundInTrash: String
  parentItemColon: String
  removeFeaturedImage: String
  searchItems: String
  setFeaturedImage: String
  singularName: String
  uploadedToThisItem: String
  useFeaturedImage: String
  viewItem: String
  viewItems: String
}
type Taxonomy implements Node {
  description: String
  graphqlPluralName: String
  graphqlSingleName: String
  hierarchical: Boolean
  isRestricted: Boolean
  label: String
  name: String
  public: Boolean
  restBase: String
  restControllerClass: String
  showCloud: Boolean
  showInAdminColumn: Boolean
  showInGraphql: Boolean
  showInMenu: Boolean
  showInNavMenus: Boolean
  showInQuickEdit: Boolean
  showInRest: Boolean
  showUi: Boolean
}
type Theme implements Node {
  author: String
  authorUri: String
  description: String
  isRestricted: Boolean
  name: String
  screenshot: String
  slug: String
  tags: [String]
  themeUri: String
  version: String
}
type Plugin implements Node {
  author: String
  authorUri: String
  description: String
  isRestricted: Boolean
  name: String
  path: String
  pluginUri: String
  version: String
}
enum PluginStatusEnum { ACTIVE DROP_IN INACTIVE MUST_USE PAUSED RECENTLY_ACTIVE UPGRADE }

interface EnqueuedAsset {
  id: ID!
  after: [String]
  args: Boolean
  before: [String]
  conditional: String
  dependencies: [EnqueuedAsset]
  extra: String
  group: Int
  handle: String
  src: String
  version: String
}
type EnqueuedScript implements Node & EnqueuedAsset {
  dependencies: [EnqueuedScript]
  extraData: String
  groupLocation: ScriptLoadingGroupLocationEnum
  strategy: ScriptLoadingStrategyEnum
}
type EnqueuedStylesheet implements Node & EnqueuedAsset {
  dependencies: [EnqueuedStylesheet]
  isRtl: Boolean
  media: String
  path: String
  rel: String
  suffix: String
  title: String
}
enum ScriptLoadingStrategyEnum { ASYNC DEFER }
enum ScriptLoadingGroupLocationEnum { FOOTER HEADER }

enum OrderEnum { ASC DESC }
enum RelationEnum { AND OR }
enum PostObjectFieldFormatEnum { RAW RENDERED }
enum ContentNodeIdTypeEnum { DATABASE_ID ID URI }
enum TermNodeIdTypeEnum { DATABASE_ID ID NAME SLUG URI }
enum UserNodeIdTypeEnum { DATABASE_ID EMAIL ID SLUG URI USERNAME }
enum CommentNodeIdTypeEnum { DATABASE_ID ID }
enum MenuNodeIdTypeEnum { DATABASE_ID ID LOCATION NAME SLUG }
enum MenuItemNodeIdTypeEnum { DATABASE_ID ID }
enum ContentTypeIdTypeEnum { ID NAME }
enum TaxonomyIdTypeEnum { ID NAME }
enum PostObjectsConnectionOrderbyEnum { AUTHOR COMMENT_COUNT DATE IN MENU_ORDER MODIFIED NAME_IN PARENT SLUG TITLE }
enum PostObjectsConnectionDateColumnEnum { DATE MODIFIED }
input PostObjectsConnectionOrderbyInput { field: PostObjectsConnectionOrderbyEnum! order: OrderEnum! }
input DateInput { year: Int month: Int day: Int hour: Int minute: Int second: Int }
input DateQueryInput {
  after: DateInput
  before: DateInput
  column: PostObjectsConnectionDateColumnEnum
  compare: String
  day: Int
  hour: Int
  inclusive: Boolean
  minute: Int
  month: Int
  relation: RelationEnum
  second: Int
  week: Int
  year: Int
}
enum TermObjectsConnectionOrderbyEnum { COUNT DESCRIPTION NAME SLUG TERM_GROUP TERM_ID TERM_ORDER }
enum CommentsConnectionOrderbyEnum {
  COMMENT_AGENT COMMENT_APPROVED COMMENT_AUTHOR COMMENT_AUTHOR_EMAIL COMMENT_AUTHOR_IP COMMENT_AUTHOR_URL COMMENT_CONTENT
  COMMENT_DATE COMMENT_DATE_GMT COMMENT_ID COMMENT_IN COMMENT_KARMA COMMENT_PARENT COMMENT_POST_ID COMMENT_TYPE USER_ID
}
enum UsersConnectionOrderbyEnum { DISPLAY_NAME EMAIL LOGIN LOGIN_IN NICE_NAME NICE_NAME_IN REGISTERED URL }
input UsersConnectionOrderbyInput { field: UsersConnectionOrderbyEnum! order: OrderEnum }
enum UsersConnectionSearchColumnEnum { EMAIL ID LOGIN NICENAME URL }
`;
