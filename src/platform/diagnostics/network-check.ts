import { type DiagnosticResult, type DoctorContext, ok, warn } from './diagnostic-result.js';
import { type NetworkSite, networkSites } from './diagnostics.store.js';

/** Sites that are named one by one. */
const MAX_NAMED = 20;

/** Names the network that the site belongs to, with its sites and their table prefixes. */
export async function checkNetwork({ config, database }: DoctorContext): Promise<DiagnosticResult[]> {
  const { network } = database;
  if (!network) return [];
  const sites = await networkSites(database, network.prefix);
  const own = sites.find(({ id }) => id === network.siteId);
  const isOwnFolder = network.siteId === 1 || new RegExp(`/sites/${network.siteId}/?$`).test(config.uploadsDir);
  const hidden = (['archived', 'spam', 'deleted'] as const).filter((flag) => Number(own?.[flag]) === 1);
  const more = sites.length > MAX_NAMED ? ` and ${sites.length - MAX_NAMED} more` : '';
  const named = sites.slice(0, MAX_NAMED).map((site) => nameOf(site, network.prefix));
  return [
    ok(
      'network',
      `Site ${network.siteId} of a network of ${sites.length}: ${named.join(', ')}${more}. ` +
        'Its rules are followed (docs/multisite.md); NETWORK=off ignores them.',
    ),
    ...(hidden.length > 0
      ? [warn('network', `WordPress does not serve this site, it is ${hidden.join(' and ')}.`, 'Stop this service.')]
      : []),
    ...(isOwnFolder || config.s3
      ? []
      : [
          warn(
            'network',
            `UPLOADS_DIR is ${config.uploadsDir}, but WordPress stores the files of this site in sites/${network.siteId}.`,
            `Set UPLOADS_DIR to the folder that ends in /uploads/sites/${network.siteId}.`,
          ),
        ]),
  ];
}

function nameOf({ id, domain, path }: NetworkSite, prefix: string): string {
  return `${domain}${path} (TABLE_PREFIX=${Number(id) === 1 ? prefix : `${prefix}${id}_`})`;
}
