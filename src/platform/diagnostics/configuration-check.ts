import { OptionsStore } from '../../database/options.store.js';
import { hasSite } from '../../database/index.js';
import { type Finding, ok, type DoctorContext, warn } from './finding.js';

const COOKIE_KEYS = {
  loggedInKey: 'LOGGED_IN_KEY',
  loggedInSalt: 'LOGGED_IN_SALT',
  nonceKey: 'NONCE_KEY',
  nonceSalt: 'NONCE_SALT',
} as const;

/** Loading the configuration validated each variable; this checks that they fit each other and the site. */
export async function checkConfiguration({ config, database }: DoctorContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  const names = Object.entries(COOKIE_KEYS) as [keyof typeof COOKIE_KEYS, string][];
  const missing = names.filter(([key]) => config.keys[key] === undefined).map(([, name]) => name);
  if (missing.length > 0 && missing.length < names.length) {
    findings.push(
      warn(
        'configuration',
        `Login cookies of WordPress are not accepted: ${missing.join(', ')} not set.`,
        'Copy all four keys and salts from wp-config.php.',
      ),
    );
  }
  if (config.siteUrl !== undefined && (await hasSite(database).catch(() => false))) {
    const home = (await new OptionsStore(database).text('home')).replace(/\/$/, '');
    if (home !== config.siteUrl) {
      findings.push(
        warn(
          'configuration',
          `SITE_URL (${config.siteUrl}) differs from the stored address of the site (${home}); all links show SITE_URL.`,
          'Unset SITE_URL unless that is wanted.',
        ),
      );
    }
  }
  if (findings.length === 0)
    findings.push(
      ok(
        'configuration',
        `read and consistent; the database is ${config.databaseUrl === undefined ? config.databaseFile : 'MySQL or MariaDB'}.`,
      ),
    );
  return findings;
}
