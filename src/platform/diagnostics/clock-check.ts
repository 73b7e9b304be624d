import { type Database } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { fail, type Finding, ok, type DoctorContext, warn } from './finding.js';

/** Dates of entries are whole seconds. */
const TOLERATED_MS = 2000;
/** Claims on jobs last a minute: clocks that differ by half of it make two processes run the same job. */
const DANGEROUS_MS = 30_000;

/** Compares this machine's clock with the database's, and validates the site's time zone. */
export async function checkClock({ database }: DoctorContext): Promise<Finding[]> {
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
  const [row] = await database.query<{ now: string }>('SELECT UTC_TIMESTAMP(3) AS now');
  const after = Date.now();
  const there = Date.parse(`${row!.now.replace(' ', 'T')}Z`);
  return there - (before + after) / 2;
}

async function checkZone(database: Database): Promise<Finding | undefined> {
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
