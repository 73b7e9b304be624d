export type SelectorCall = [name: string, ...args: unknown[]];

/** Ids of what the calls ask for, and the address of a post. */
export interface EditorContent {
  post: number;
  page: number;
  media: number;
  comment: number;
  revision: number;
  menu: number;
  userId: number;
  link: string;
}

/**
 * Calls of selectors of `@wordpress/core-data` that fetch something, as the editors make them: the name of the selector and its
 * arguments. The ids are those of the content that `createEditorContent` creates.
 */
export const selectorCalls = ({
  post,
  page,
  media,
  comment,
  revision,
  menu,
  userId,
  link,
}: EditorContent): SelectorCall[] => [
  // The site and who is signed in.
  ['getEntityRecord', 'root', '__unstableBase'],
  ['getEntityRecord', 'root', 'site'],
  ['getCurrentUser'],
  ['getAuthors'],
  ['getEntityRecords', 'root', 'user', { per_page: 50, _fields: 'id,name,avatar_urls', context: 'view' }],
  ['getEntityRecord', 'root', 'user', userId],
  ['canUser', 'create', { kind: 'root', name: 'user' }],
  ['canUser', 'update', { kind: 'root', name: 'site' }],
  ['canUser', 'create', 'media'],
  // What kinds of content there are.
  ['getEntityRecords', 'root', 'postType', { per_page: -1 }],
  ['getPostType', 'page'],
  ['getEntityRecords', 'root', 'taxonomy', { per_page: -1, context: 'view' }],
  ['getEntitiesConfig', 'postType'],
  ['getEntitiesConfig', 'taxonomy'],
  ['getEntityRecords', 'root', 'status', { per_page: -1 }],
  ['getRegisteredPostMeta', 'post'],
  // Entries.
  ['getEntityRecord', 'postType', 'post', post],
  ['getRawEntityRecord', 'postType', 'page', page],
  ['getEditedEntityRecord', 'postType', 'post', post],
  [
    'getEntityRecords',
    'postType',
    'post',
    { per_page: 20, status: 'publish,draft', _embed: 'author,wp:featuredmedia' },
  ],
  [
    'getEntityRecords',
    'postType',
    'page',
    { per_page: -1, orderby: 'title', order: 'asc', _fields: 'id,parent,title' },
  ],
  ['getEntityRecordsTotalItems', 'postType', 'post', { per_page: 1 }],
  ['getEntityRecordsTotalPages', 'postType', 'post', { per_page: 1 }],
  ['canUserEditEntityRecord', 'postType', 'post', post],
  ['getRevisions', 'postType', 'post', post, { per_page: 10, context: 'edit' }],
  ['getRevision', 'postType', 'post', post, revision, { context: 'edit' }],
  ['getAutosaves', 'post', post],
  ['getAutosave', 'post', post, userId],
  // Files, comments and terms.
  ['getEntityRecord', 'root', 'media', media],
  ['getEntityRecords', 'postType', 'attachment', { per_page: 20, media_type: 'image', orderby: 'date' }],
  ['getEntityRecords', 'root', 'comment', { post, type: 'comment', status: 'all', per_page: -1 }],
  ['getEntityRecord', 'root', 'comment', comment],
  [
    'getEntityRecords',
    'taxonomy',
    'category',
    { per_page: -1, orderby: 'name', order: 'asc', _fields: 'id,name,parent', context: 'view' },
  ],
  ['getEntityRecords', 'taxonomy', 'post_tag', { search: 'har', per_page: 20, _fields: 'id,name', context: 'view' }],
  ['getUserPatternCategories'],
  ['getEmbedPreview', link],
  // Menus and widgets.
  ['getEntityRecords', 'root', 'menu', { per_page: -1, context: 'edit' }],
  ['getEntityRecords', 'root', 'menuItem', { menus: menu, per_page: -1, context: 'view' }],
  ['getEntityRecords', 'root', 'menuLocation', { context: 'view' }],
  ['getEntityRecords', 'postType', 'wp_navigation', { per_page: -1, status: ['publish', 'draft'] }],
  ['getNavigationFallbackId'],
  ['getEntityRecords', 'root', 'sidebar', { per_page: -1 }],
  ['getEntityRecords', 'root', 'widgetType', { per_page: -1 }],
  // Themes, templates and patterns.
  ['getCurrentTheme'],
  ['getThemeSupports'],
  ['getEntityRecords', 'root', 'plugin', { per_page: -1 }],
  ['getEntityRecords', 'postType', 'wp_block', { per_page: -1 }],
  ['getBlockPatterns'],
  ['getBlockPatternCategories'],
  ['getEntityRecords', 'postType', 'wp_template', { per_page: -1 }],
  ['getDefaultTemplateId', { slug: 'page' }],
  ['getEntityRecords', 'root', 'fontCollection', { per_page: -1 }],
  ['__experimentalGetCurrentGlobalStylesId'],
  ['__experimentalGetCurrentThemeBaseGlobalStyles'],
  ['__experimentalGetCurrentThemeGlobalStylesVariations'],
];

/** The call as it is written in a script. */
export const written = ([name, ...args]: SelectorCall) =>
  `${name}(${args.map((value) => JSON.stringify(value)).join(', ')})`;

/** Sends a request to the interface of a site and returns the body. */
export type Send = <T>(method: string, path: string, body?: object | FormData) => Promise<T>;

interface Created {
  id: number;
  link: string;
}

/** Creates what the calls ask for. */
export async function createEditorContent(send: Send, image: Buffer): Promise<EditorContent> {
  const create = (path: string, body: object | FormData) => send<Created>('POST', path, body);
  const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
  const file = new FormData();
  file.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'quay.png');
  const media = await create('/wp/v2/media', file);
  const tag = await create('/wp/v2/tags', { name: 'harbour' });
  const post = await create('/wp/v2/posts', {
    title: 'The harbour',
    content: paragraph('Ships.'),
    status: 'publish',
    tags: [tag.id],
    featured_media: media.id,
  });
  await create(`/wp/v2/posts/${post.id}`, { content: paragraph('Ships and boats.') });
  await create(`/wp/v2/posts/${post.id}/autosaves`, { title: 'The old harbour' });
  const [revision] = await send<Created[]>('GET', `/wp/v2/posts/${post.id}/revisions?order=asc`);
  const page = await create('/wp/v2/pages', { title: 'Quays', content: paragraph('All of them.'), status: 'publish' });
  const comment = await create('/wp/v2/comments', { post: post.id, content: 'Which ships?' });
  const menu = await create('/wp/v2/menus', { name: 'Main' });
  await create('/wp/v2/menu-items', {
    title: 'Quays',
    menus: menu.id,
    type: 'post_type',
    object: 'page',
    object_id: page.id,
    status: 'publish',
  });
  await create('/wp/v2/blocks', { title: 'Notice', content: paragraph('Closed.'), status: 'publish' });
  await create('/wp/v2/navigation', {
    title: 'Navigation',
    content: '<!-- wp:page-list /-->',
    status: 'publish',
  });
  const { id: userId } = await send<Created>('GET', '/wp/v2/users/me');
  return {
    post: post.id,
    page: page.id,
    media: media.id,
    comment: comment.id,
    revision: revision!.id,
    menu: menu.id,
    userId,
    link: post.link,
  };
}
