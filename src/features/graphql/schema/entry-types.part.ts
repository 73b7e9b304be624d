import { fragment } from '../../../database/index.js';
import { ownedCommentConnection } from '../connections/comment-connection.js';
import { entryConnection, ownedEntryConnection } from '../connections/entry-connection.js';
import { entryTermsConnection } from '../connections/term-connection.js';
import { after } from '../model/later.js';
import { ConnectionPage, cursorOf, listConnection, type PageArgs, readPaging } from '../model/paging.js';
import { type CommentNode } from '../nodes/comment-node.js';
import { type EntryNode } from '../nodes/entry-node.js';
import { entryNode, userNode } from '../nodes/find-nodes.js';
import { ContentTypeNode } from '../nodes/type-nodes.js';
import { type UserNode } from '../nodes/user-node.js';
import { type GraphContext } from '../context/graph-context.js';
import { entryById, previewOf } from '../nodes/look-up.js';
import { type GraphContent, type NamedType } from '../model/names.js';
import { type SchemaText } from './schema-text.js';
import {
  ASSET_WHERE,
  COMMENT_WHERE,
  contentNodesWhere,
  entryWhere,
  TERM_NODES_WHERE,
  TERM_WHERE,
} from './where-inputs.js';

const idOf = (node: object): number | string =>
  'databaseId' in node ? (node.databaseId as number) : 'name' in node ? (node.name as string) : '';

export const edgeTo = <N extends object>(node: N | null | undefined): { node: N; cursor: () => string } | null =>
  node ? { node, cursor: () => cursorOf(idOf(node)) } : null;

const hierarchical = ({ definition }: NamedType) => definition.hierarchical || definition.name === 'attachment';

/** Entries of every type: their interfaces, fields and connections, and how they are found. */
export function entryTypes(text: SchemaText, content: GraphContent): void {
  sharedParts(text, content);
  for (const type of content.types) entryType(text, content, type);
  const { types } = content;
  text.connection({
    from: 'RootQuery',
    field: 'contentNodes',
    to: 'ContentNode',
    isCounted: true,
    where: contentNodesWhere('ContentTypeEnum'),
    resolve: (_source, args, ctx) =>
      entryConnection(ctx, args, { types: types.map(({ definition }) => definition.name) }),
  });
  text.connection({
    from: 'RootQuery',
    field: 'revisions',
    to: 'ContentNode',
    name: 'Revisions',
    where: contentNodesWhere('ContentTypeEnum'),
    resolve: (_source, args, ctx) => revisions(ctx, args),
  });
  text.field(
    'RootQuery',
    'contentNode(id: ID!, idType: ContentNodeIdTypeEnum, contentType: ContentTypeEnum, asPreview: Boolean): ContentNode',
    (_source, args, ctx) => entryById(ctx, args),
  );
}

function revisions(ctx: GraphContext, args: PageArgs) {
  return entryConnection(ctx, args, { types: ['revision'], defaultStatuses: ['inherit'], ignoresStatus: true });
}

function sharedParts(text: SchemaText, content: GraphContent): void {
  text.connection({
    from: 'ContentNode',
    field: 'enqueuedScripts',
    to: 'EnqueuedScript',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  text.connection({
    from: 'ContentNode',
    field: 'enqueuedStylesheets',
    to: 'EnqueuedStylesheet',
    where: ASSET_WHERE,
    resolve: noAssets,
  });
  text.oneToOne({
    from: 'ContentNode',
    field: 'contentType',
    to: 'ContentType',
    resolve: (node: EntryNode, _args, ctx) => {
      const type = content.type(node.typeName);
      return type && edgeTo(new ContentTypeNode(ctx, type));
    },
  });
  text.oneToOne({
    from: 'ContentNode',
    field: 'lastEditedBy',
    to: 'User',
    name: 'EditLast',
    resolve: async (node: EntryNode, _args, ctx) => {
      if (node.isRestricted || !node.mayEdit) return null;
      return edgeTo(await userNode(ctx, Number((await ctx.meta(node.entry.id)).get('_edit_last')) || 0));
    },
  });
  text.oneToOne({
    from: 'ContentNode',
    field: 'editingLockedBy',
    to: 'User',
    name: 'EditLock',
    edge: 'lockTimestamp: String',
    resolve: async (node: EntryNode, _args, ctx) => editLock(ctx, node),
  });
  text.connection({
    from: 'HierarchicalContentNode',
    field: 'ancestors',
    to: 'ContentNode',
    name: 'ContentNodeAncestors',
    where: contentNodesWhere('ContentTypeEnum'),
    resolve: (node: EntryNode, args, ctx) => ancestors(ctx, node, args),
  });
  text.connection({
    from: 'HierarchicalContentNode',
    field: 'children',
    to: 'ContentNode',
    name: 'ContentNodeChildren',
    where: contentNodesWhere('ContentTypeEnum'),
    resolve: (node: EntryNode, args, ctx) =>
      ownedEntryConnection(ctx, node.databaseId, args, {
        field: 'children',
        types: content.types.map(({ definition }) => definition.name),
        of: (owner) => fragment('post_parent = ?', owner),
        defaultOrder: [
          { field: 'MENU_ORDER', isDescending: false },
          { field: 'DATE', isDescending: true },
        ],
      }),
  });
  text.oneToOne({
    from: 'HierarchicalContentNode',
    field: 'parent',
    to: 'ContentNode',
    name: 'ParentContentNode',
    resolve: (node: EntryNode, _args, ctx) => after(entryNode(ctx, node.parentDatabaseId ?? 0), edgeTo),
  });
  text.oneToOne({
    from: 'NodeWithAuthor',
    field: 'author',
    to: 'User',
    resolve: (node: EntryNode, _args, ctx) => after(userNode(ctx, node.authorDatabaseId ?? 0), edgeTo),
  });
  text.oneToOne({
    from: 'NodeWithFeaturedImage',
    field: 'featuredImage',
    to: 'MediaItem',
    resolve: (node: EntryNode, _args, ctx) => {
      const preloaded = node.isRestricted ? undefined : ctx.featuredImages.get(node.imageOwner);
      return after(
        after(preloaded, () => after(node.featuredImageDatabaseId(), (id) => entryNode(ctx, id ?? 0))),
        (image) => (image?.entry.type === 'attachment' ? edgeTo(image) : null),
      );
    },
  });
  text.oneToOne({
    from: 'NodeWithRevisions',
    field: 'revisionOf',
    to: 'ContentNode',
    resolve: async (node: EntryNode, _args, ctx) =>
      node.parentEntry ? edgeTo(await entryNode(ctx, node.parentEntry.id)) : null,
  });
}

/** A revision has the terms of its entry; a restricted entry shows none. */
const termsOwner = (node: EntryNode) => (node.isRestricted ? 0 : (node.parentEntry ?? node.entry).id);

const NO_ASSETS = { hasMore: false, hasAfter: false, hasBefore: false };
/** Front ends of their own have their own scripts and styles. */
const noAssets = (_source: unknown, args: PageArgs) => new ConnectionPage([], readPaging(args), NO_ASSETS, () => 0);

async function editLock(ctx: GraphContext, node: EntryNode) {
  if (node.isRestricted || !node.mayEdit) return null;
  const [time, user] = ((await ctx.meta(node.entry.id)).get('_edit_lock') ?? '').split(':');
  const seconds = Number(time);
  if (!seconds || !user || Date.now() / 1000 - seconds > LOCK_SECONDS) return null;
  const holder = await userNode(ctx, Number(user));
  return holder ? { ...edgeTo(holder), lockTimestamp: new Date(seconds * 1000).toISOString() } : null;
}

const LOCK_SECONDS = 150;

/** Nearest first. */
async function ancestors(ctx: GraphContext, node: EntryNode, args: PageArgs) {
  const found: EntryNode[] = [];
  const passed = new Set([node.databaseId]);
  for (let id = node.parentDatabaseId ?? 0; id > 0 && !passed.has(id);) {
    passed.add(id);
    const above = await entryNode(ctx, id);
    if (!above) break;
    found.push(above);
    id = above.entry.parent;
  }
  return listConnection(found, args, ({ databaseId }) => databaseId);
}

function entryType(text: SchemaText, content: GraphContent, type: NamedType): void {
  const { definition, type: name } = type;
  const has = (feature: string) => definition.supports.includes(feature as never);
  const taxonomies = content.taxonomiesOf(type);
  const isMedia = definition.name === 'attachment';
  const isPreviewable = !isMedia;
  const interfaces = [
    'Node',
    'ContentNode',
    'DatabaseIdentifier',
    'UniformResourceIdentifiable',
    'NodeWithTemplate',
    ...(isMedia || !definition.viewable ? [] : ['MenuItemLinkable']),
    ...(isPreviewable ? ['Previewable'] : []),
    ...(hierarchical(type) ? ['HierarchicalNode', 'HierarchicalContentNode'] : []),
    ...(has('title') ? ['NodeWithTitle'] : []),
    ...(has('editor') && !isMedia ? ['NodeWithContentEditor'] : []),
    ...(has('author') ? ['NodeWithAuthor'] : []),
    ...(has('thumbnail') ? ['NodeWithFeaturedImage'] : []),
    ...(has('excerpt') ? ['NodeWithExcerpt'] : []),
    ...(has('comments') ? ['NodeWithComments'] : []),
    ...(has('trackbacks') ? ['NodeWithTrackbacks'] : []),
    ...(has('revisions') ? ['NodeWithRevisions'] : []),
    ...(has('page-attributes') ? ['NodeWithPageAttributes'] : []),
  ];
  const media = isMedia ? MEDIA_FIELDS : '';
  text.define(
    `type ${name} implements ${interfaces.join(' & ')} {
       hasPassword: Boolean
       password: String
       ${definition.sticky ? 'isSticky: Boolean!' : ''} ${definition.name === 'page' ? 'isPrivacyPage: Boolean!' : ''} ${media}
     }
     enum ${name}IdType { ID DATABASE_ID URI ${definition.hierarchical ? '' : 'SLUG'} ${isMedia ? 'SOURCE_URL' : ''} }`,
  );
  text.field(
    name,
    `${type.field}Id: Int! @deprecated(reason: "Use databaseId.")`,
    (node: EntryNode) => node.databaseId,
  );
  const where = entryWhere({
    hasAuthors: has('author'),
    taxonomies: taxonomies.map(({ definition: { name: taxonomy } }) => taxonomy),
  });
  entryRoots(text, type, where);
  if (has('comments'))
    text.connection({
      from: name,
      field: 'comments',
      to: 'Comment',
      where: COMMENT_WHERE,
      resolve: (node: EntryNode, args, ctx) =>
        node.isRestricted
          ? listConnection<CommentNode>([], args, () => 0)
          : ownedCommentConnection(ctx, node.databaseId, args, 'comment_post_ID'),
    });
  for (const taxonomy of taxonomies)
    text.connection({
      from: name,
      field: taxonomy.fields,
      to: taxonomy.type,
      where: TERM_WHERE,
      resolve: (node: EntryNode, args, ctx, info) =>
        entryTermsConnection(ctx, termsOwner(node), args, [taxonomy.definition.name], info),
    });
  if (taxonomies.length > 0)
    text.connection({
      from: name,
      field: 'terms',
      to: 'TermNode',
      where: TERM_NODES_WHERE,
      resolve: (node: EntryNode, args, ctx, info) =>
        entryTermsConnection(
          ctx,
          termsOwner(node),
          args,
          taxonomies.map(({ definition: { name: taxonomy } }) => taxonomy),
          info,
        ),
    });
  if (has('revisions'))
    text.connection({
      from: name,
      field: 'revisions',
      to: name,
      name: 'Revision',
      where,
      resolve: (node: EntryNode, args, ctx) =>
        ownedEntryConnection(ctx, node.databaseId, args, {
          field: 'revisions',
          types: ['revision'],
          defaultStatuses: ['inherit'],
          ignoresStatus: true,
          of: (owner) => fragment('post_parent = ?', owner),
        }),
    });
  if (isPreviewable)
    text.oneToOne({
      from: name,
      field: 'preview',
      to: name,
      name: 'Preview',
      resolve: async (node: EntryNode, _args, ctx) => {
        const preview = await previewOf(ctx, node);
        return preview && preview !== node ? edgeTo(preview) : null;
      },
    });
  if (!hierarchical(type)) {
    text.connection({
      from: name,
      field: 'ancestors',
      to: name,
      resolve: (_node: EntryNode, args) => listConnection<EntryNode>([], args, ({ databaseId }) => databaseId),
    });
    text.oneToOne({ from: name, field: 'parent', to: name, name: 'Parent', resolve: () => null });
  }
}

const MEDIA_FIELDS = `
  altText: String
  caption(format: PostObjectFieldFormatEnum): String
  description(format: PostObjectFieldFormatEnum): String
  file(size: MediaItemSizeEnum): String
  filePath(size: MediaItemSizeEnum): String
  fileSize(size: MediaItemSizeEnum): Int
  mediaDetails: MediaDetails
  mediaItemUrl: String
  mediaType: String
  mimeType: String
  sizes(size: MediaItemSizeEnum): String
  sourceUrl(size: MediaItemSizeEnum): String
  srcSet(size: MediaItemSizeEnum): String`;

function entryRoots(text: SchemaText, type: NamedType, where: string): void {
  const { definition, type: name } = type;
  text.connection({
    from: 'RootQuery',
    field: type.fields,
    to: name,
    where,
    isCounted: true,
    resolve: (_source, args, ctx) => entryConnection(ctx, args, { types: [definition.name] }),
  });
  text.field(
    'RootQuery',
    `${type.field}(id: ID!, idType: ${name}IdType, asPreview: Boolean): ${name}`,
    (_source, args, ctx) => entryById(ctx, args, definition.name),
  );
  const slug = definition.hierarchical ? '' : ', slug: String';
  text.field(
    'RootQuery',
    `${type.field}By(id: ID, ${type.field}Id: Int, uri: String${slug}): ${name} @deprecated(reason: "Use ${type.field}.")`,
    (_source, args, ctx) => {
      const number = args[`${type.field}Id`] as number | undefined;
      if (args.id) return entryById(ctx, { id: args.id, idType: 'ID' }, definition.name);
      if (number) return entryById(ctx, { id: String(number), idType: 'DATABASE_ID' }, definition.name);
      if (args.uri) return entryById(ctx, { id: args.uri, idType: 'URI' }, definition.name);
      return args.slug ? entryById(ctx, { id: args.slug, idType: 'SLUG' }, definition.name) : null;
    },
  );
  if (definition.supports.includes('author'))
    text.connection({
      from: 'User',
      field: type.fields,
      to: name,
      where,
      resolve: (node: UserNode, args, ctx) =>
        ownedEntryConnection(ctx, node.databaseId, args, {
          field: `user ${type.fields}`,
          types: [definition.name],
          of: (owner) => fragment('post_author = ?', owner),
        }),
    });
}
