import { PhpArray } from '../../text/php/index.js';

const levels = (highest: number) => Array.from({ length: highest + 1 }, (_, i) => `level_${highest - i}`);

const WRITING = ['edit_posts', 'read'];
const PUBLISHING = ['upload_files', 'edit_posts', 'edit_published_posts', 'publish_posts', 'read'];
const EDITING = [
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'upload_files',
  'unfiltered_html',
  'edit_posts',
  'edit_others_posts',
  'edit_published_posts',
  'publish_posts',
  'edit_pages',
  'read',
];
const EDITING_MORE = [
  'edit_others_pages',
  'edit_published_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_posts',
  'delete_others_posts',
  'delete_published_posts',
  'delete_private_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_private_pages',
  'edit_private_pages',
  'read_private_pages',
];
const ADMINISTRATION = [
  'switch_themes',
  'edit_themes',
  'activate_plugins',
  'edit_plugins',
  'edit_users',
  'edit_files',
  'manage_options',
  'import',
  'delete_users',
  'create_users',
  'unfiltered_upload',
  'edit_dashboard',
  'update_plugins',
  'delete_plugins',
  'install_plugins',
  'update_themes',
  'install_themes',
  'update_core',
  'list_users',
  'remove_users',
  'promote_users',
  'edit_theme_options',
  'delete_themes',
  'export',
];

const ROLES: Record<string, { name: string; capabilities: string[] }> = {
  administrator: {
    name: 'Administrator',
    capabilities: [...ADMINISTRATION, ...EDITING, ...levels(10), ...EDITING_MORE],
  },
  editor: { name: 'Editor', capabilities: [...EDITING, ...levels(7), ...EDITING_MORE] },
  author: { name: 'Author', capabilities: [...PUBLISHING, ...levels(2), 'delete_posts', 'delete_published_posts'] },
  contributor: { name: 'Contributor', capabilities: [...WRITING, ...levels(1), 'delete_posts'] },
  subscriber: { name: 'Subscriber', capabilities: ['read', ...levels(0)] },
};

/** The value of the option `{prefix}user_roles` on a new site. */
export function defaultRoles(): PhpArray {
  return PhpArray.map(
    Object.entries(ROLES).map(([role, { name, capabilities }]) => [
      role,
      PhpArray.map([
        ['name', name],
        ['capabilities', PhpArray.map(capabilities.map((capability) => [capability, true]))],
      ]),
    ]),
  );
}
