import { type Cli } from '../cli.js';
import { readSecret } from '../secrets.js';
import { siteIsThere } from '../site-is-there.js';
import { compareSites } from './beside.js';
import { startOwnService } from './own-service.js';
import { type BesideReport, reportOf, reportText } from './report.js';
import { RestSite } from './rest-site.js';

export interface BesideWishes {
  url: string;
  /** Absent: a service of our own is started on the configured database. */
  self?: string;
  sample: number;
  /** Login of the account that asks; absent: nobody's. */
  as?: string;
}

export async function compareBesideWordPress(
  cli: Cli,
  { url, self, sample, as }: BesideWishes,
): Promise<{ report: BesideReport; text: string }> {
  const headers: Record<string, string> = {};
  if (as !== undefined)
    headers.authorization = `Basic ${Buffer.from(`${as}:${await readSecret(cli, 'Application password: ')}`).toString('base64')}`;
  const theirs = await RestSite.find(url, headers);
  const started = self === undefined ? await startOwn(cli) : undefined;
  try {
    const ours = await RestSite.find(started?.root ?? self!, headers);
    if (ours.root === theirs.root) cli.fail('--self and --beside are the same service.', 2);
    const asked = await compareSites(ours, theirs, { sample, signedIn: as !== undefined, onProgress: progress(cli) });
    const report = reportOf(asked);
    return { report, text: reportText(report) };
  } finally {
    await started?.close();
  }
}

async function startOwn(cli: Cli) {
  await siteIsThere(cli.config());
  return startOwnService(cli.config());
}

/** At a terminal only: elsewhere nobody looks. */
function progress(cli: Cli): ((done: number, all: number) => void) | undefined {
  const { stderr } = cli.streams;
  if (!(stderr as NodeJS.WriteStream).isTTY) return undefined;
  return (done, all) => void stderr.write(done === all ? '\r\x1b[K' : `\r${done} of ${all} questions`);
}
