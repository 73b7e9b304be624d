import { loadModules } from '../../hooks/load-modules.js';
import { createAppWith } from '../../start/create-app.js';
import { type Cli } from '../../platform/command-line/cli.js';
import { readSecret } from '../secrets.js';
import { assertSiteExists } from '../../platform/command-line/assert-site-exists.js';
import { compareSites } from './compare-sites.js';
import { type ComparisonReport, reportOf, reportText } from './report.js';
import { RestSite } from './rest-site.js';

export interface ComparisonOptions {
  url: string;
  /** The running service to compare. When absent, one is started on the configured database. */
  self?: string;
  sample: number;
  /** Login that sends the requests. When absent, they are anonymous. */
  as?: string;
}

export async function compareWithWordPress(
  cli: Cli,
  { url, self, sample, as }: ComparisonOptions,
): Promise<{ report: ComparisonReport; text: string }> {
  const headers: Record<string, string> = {};
  if (as !== undefined)
    headers.authorization = `Basic ${Buffer.from(`${as}:${await readSecret(cli, 'Application password: ')}`).toString('base64')}`;
  const theirs = await RestSite.find(url, headers);
  const started = self === undefined ? await startService(cli) : undefined;
  try {
    const ours = await RestSite.find(started?.root ?? self!, headers);
    if (ours.root === theirs.root) cli.fail('--self and --compare-with are the same service.', 2);
    const compared = await compareSites(ours, theirs, {
      sample,
      authenticated: as !== undefined,
      onProgress: progress(cli),
    });
    const report = reportOf(compared);
    return { report, text: reportText(report) };
  } finally {
    await started?.close();
  }
}

/** Starts this service on a free loopback port for the duration of the command. */
async function startService(cli: Cli): Promise<{ root: string; close(): Promise<void> }> {
  const config = cli.config();
  await assertSiteExists(config);
  const app = await createAppWith(
    { ...config, background: false, logLevel: 'silent' },
    await loadModules(config),
    ({ isWeb, requires = [] }) => !isWeb && !requires.some((feature) => feature.isWeb),
  );
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return { root: `http://127.0.0.1:${port}${config.basePath}/`, close: () => app.close() };
}

/** Shows progress on a terminal only. */
function progress(cli: Cli): ((done: number, all: number) => void) | undefined {
  const { stderr } = cli.streams;
  if (!(stderr as NodeJS.WriteStream).isTTY) return undefined;
  return (done, all) => void stderr.write(done === all ? '\r\x1b[K' : `\r${done} of ${all} requests`);
}
