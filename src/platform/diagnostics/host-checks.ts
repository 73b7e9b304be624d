import { randomBytes } from 'node:crypto';
import { statfs, writeFile } from 'node:fs/promises';
import { type Database } from '../../database/database.js';
import { hasSite } from '../../database/index.js';
import { OptionsStore } from '../../database/options.store.js';
import { reasonOf } from './reason-of.js';
import { LocalStorage } from '../uploads/local.storage.js';
import { S3Storage } from '../uploads/s3.storage.js';
import { UploadInbox } from '../uploads/upload-inbox.js';
import { isUploadPath, type UploadStorage } from '../uploads/upload-storage.js';
import { latestFiles, serverTime } from './diagnostics.store.js';
import { type DoctorContext, fail, type DiagnosticResult, ok, warn } from './diagnostic-result.js';

const COOKIE_KEYS = {
  loggedInKey: 'LOGGED_IN_KEY',
  loggedInSalt: 'LOGGED_IN_SALT',
  nonceKey: 'NONCE_KEY',
  nonceSalt: 'NONCE_SALT',
} as const;

/** Loading the configuration validated each variable; this checks that they fit each other and the site. */
export async function checkConfiguration({ config, database }: DoctorContext): Promise<DiagnosticResult[]> {
  const findings: DiagnosticResult[] = [];
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
          'Unset SITE_URL unless that is intended.',
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

/** Dates of entries are whole seconds. */
const TOLERATED_MS = 2000;
/** Claims on jobs last a minute: clocks that differ by half of it make two processes run the same job. */
const DANGEROUS_MS = 30_000;

/** Compares this machine's clock with the database's, and validates the site's time zone. */
export async function checkClock({ database }: DoctorContext): Promise<DiagnosticResult[]> {
  const off = database.engine === 'mysql' ? await difference(database) : 0;
  const zone = await checkZone(database);
  if (Math.abs(off) <= TOLERATED_MS)
    return zone
      ? [zone]
      : [ok('clock', `this machine, the database and the site’s time zone agree (${new Date().toISOString()}).`)];
  const message = `The database’s clock is ${Math.round(Math.abs(off) / 100) / 10} s ${off > 0 ? 'ahead of' : 'behind'} this machine’s.`;
  const finding = (Math.abs(off) > DANGEROUS_MS ? fail : warn)(
    'clock',
    message,
    'Let both machines follow a time server (chrony, systemd-timesyncd).',
  );
  return zone ? [finding, zone] : [finding];
}

async function difference(database: Database): Promise<number> {
  const before = Date.now();
  const there = await serverTime(database);
  const after = Date.now();
  return there - (before + after) / 2;
}

async function checkZone(database: Database): Promise<DiagnosticResult | undefined> {
  const options = new OptionsStore(database);
  const [zone, offset] = [await options.text('timezone_string'), await options.text('gmt_offset', '0')];
  const hours = Number(offset || 0);
  if (zone !== '' && !isZone(zone))
    return fail(
      'clock',
      `The site’s time zone ${JSON.stringify(zone)} is unknown, so it counts as UTC.`,
      'Choose another in the settings of the site (timezone).',
    );
  if (zone === '' && !(hours >= -12 && hours <= 14))
    return fail(
      'clock',
      `The site’s offset from UTC, ${JSON.stringify(offset)}, is not valid.`,
      'Choose a time zone in the settings of the site (timezone).',
    );
  return undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const SAMPLE_SIZE = 20;

/** Stores and deletes a file as an upload would be, and looks for a few files the database references. */
export async function checkUploads({ config, database }: DoctorContext): Promise<DiagnosticResult[]> {
  const storage = config.s3 ? new S3Storage(config.s3) : new LocalStorage(config.uploadsDir);
  const place = config.s3 ? `the bucket ${config.s3.bucket}` : config.uploadsDir;
  const how = config.s3
    ? 'Check S3_URL, and that its keys may put, read and delete.'
    : `Give the service’s user the right to write: chown or chmod ${config.uploadsDir}.`;
  try {
    await storeAndDelete(storage, new UploadInbox(config.uploadsDir));
  } catch (error) {
    return [fail('uploads', `Files cannot be stored in ${place}: ${reasonOf(error)}.`, how)];
  }
  const findings = [ok('uploads', `files can be stored in ${place}.`), ...(await missingFiles(database, storage))];
  const { bavail, bsize } = await statfs(config.uploadsDir);
  // Also with a bucket: uploads wait here until they are complete.
  if (bavail * bsize < config.uploadLimit * 2)
    findings.push(
      warn(
        'uploads',
        `Only ${Math.floor((bavail * bsize) / 1_048_576)} MB are free in ${config.uploadsDir}.`,
        'Make room, or lower UPLOAD_LIMIT.',
      ),
    );
  return findings;
}

async function storeAndDelete(storage: UploadStorage, inbox: UploadInbox): Promise<void> {
  const local = await inbox.reserve('.txt');
  const path = `nestpress-doctor-${randomBytes(6).toString('hex')}.txt`;
  await writeFile(local, 'write test of nestpress doctor\n');
  try {
    await storage.place(local, path, 'text/plain');
    if (!(await storage.open(path))) throw new Error('the stored file cannot be read back');
    await storage.delete(path);
  } finally {
    await inbox.drop(local);
  }
}

/** A wrong uploads folder would otherwise only show as missing images. */
async function missingFiles(database: Database, storage: UploadStorage): Promise<DiagnosticResult[]> {
  const paths = (await latestFiles(database, SAMPLE_SIZE)).filter(isUploadPath);
  const missing: string[] = [];
  for (const path of paths) if (!(await storage.open(path))) missing.push(path);
  if (missing.length === 0) return [];
  return [
    warn(
      'uploads',
      `${missing.length} of the latest ${paths.length} files the database references are missing, such as ${missing[0]}.`,
      'Point UPLOADS_DIR (or S3_URL) at the site’s wp-content/uploads.',
    ),
  ];
}
