/** The capability a type of the posts table asks for in each role it plays; keys and their order are interface. */
export interface PostTypeCapabilities {
  readonly edit_post: string;
  readonly read_post: string;
  readonly delete_post: string;
  readonly edit_posts: string;
  readonly edit_others_posts: string;
  readonly publish_posts: string;
  readonly read_private_posts: string;
  readonly read: string;
  readonly delete_posts: string;
  readonly delete_private_posts: string;
  readonly delete_published_posts: string;
  readonly delete_others_posts: string;
  readonly edit_private_posts: string;
  readonly edit_published_posts: string;
  readonly create_posts: string;
}

function named(singular: string, plural: string, create = `edit_${plural}`): PostTypeCapabilities {
  return {
    edit_post: `edit_${singular}`,
    read_post: `read_${singular}`,
    delete_post: `delete_${singular}`,
    edit_posts: `edit_${plural}`,
    edit_others_posts: `edit_others_${plural}`,
    publish_posts: `publish_${plural}`,
    read_private_posts: `read_private_${plural}`,
    read: 'read',
    delete_posts: `delete_${plural}`,
    delete_private_posts: `delete_private_${plural}`,
    delete_published_posts: `delete_published_${plural}`,
    delete_others_posts: `delete_others_${plural}`,
    edit_private_posts: `edit_private_${plural}`,
    edit_published_posts: `edit_published_${plural}`,
    create_posts: create,
  };
}

const POST = named('post', 'posts');

const BY_TYPE: ReadonlyMap<string, PostTypeCapabilities> = new Map([
  ['post', POST],
  ['page', named('page', 'pages')],
  ['attachment', named('post', 'posts', 'upload_files')],
  ['revision', POST],
  ['nav_menu_item', POST],
]);

/** Undefined for a type this service does not know, for example one of a plugin that is gone. */
export function postTypeCapabilities(type: string): PostTypeCapabilities | undefined {
  return BY_TYPE.get(type);
}
