import { type NetworkRules } from '../../site/network.store.js';

/** What roles grant on a single site, and in a network only super admins have. */
const SUPER_ADMIN_ONLY = [
  'unfiltered_html',
  'unfiltered_upload',
  'edit_files',
  'edit_plugins',
  'edit_themes',
  'upload_plugins',
  'upload_themes',
  'install_plugins',
  'install_themes',
  'install_languages',
  'update_plugins',
  'update_themes',
  'update_core',
  'update_languages',
  'delete_plugins',
  'delete_themes',
  'delete_users',
  'edit_users',
];

/** What no role grants. */
const NETWORK_CAPABILITIES = [
  'manage_network',
  'manage_network_users',
  'manage_network_plugins',
  'manage_network_themes',
  'manage_network_options',
  'manage_sites',
  'create_sites',
  'delete_sites',
];

/** Every capability, those that the roles of the site know first. */
class EveryCapability extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/** The capabilities of an account of a network, where its roles grant these. */
export function networkCapabilities(
  granted: ReadonlySet<string>,
  login: string,
  { superAdmins, addsUsers, activatesPlugins }: Pick<NetworkRules, 'superAdmins' | 'addsUsers' | 'activatesPlugins'>,
): ReadonlySet<string> {
  if (superAdmins.has(login)) return new EveryCapability([...granted, ...SUPER_ADMIN_ONLY, ...NETWORK_CAPABILITIES]);
  const refused = new Set([
    ...SUPER_ADMIN_ONLY,
    ...NETWORK_CAPABILITIES,
    ...(addsUsers ? [] : ['create_users']),
    ...(activatesPlugins ? [] : ['activate_plugins', 'deactivate_plugins']),
  ]);
  return new Set([...granted].filter((name) => !refused.has(name)));
}
