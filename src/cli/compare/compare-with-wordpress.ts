import { writeFileSync } from 'node:fs';
import { loadModules } from '../../hooks/load-modules.js';
import { createAppWith } from '../../start/create-app.js';
import { type Cli } from '../../platform/command-line/cli.js';
import { readSecret } from '../secrets.js';
import { assertSiteExists } from '../../platform/command-line/assert-site-exists.js';
import { type ComparedRequest, compareSites } from './compare-sites.js';
import { type ComparisonReport, reportOf, reportText } from './report.js';
import { RestSite } from './rest-site.js';

/** Findings of an interrupted comparison, in the current folder. */
const INTERRUPTED = 'nestpress-comparison.txt';
const EXIT_INTERRUPTED = 130;

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
    const soFar: ComparedRequest[] = [];
    const show = progress(cli);
    const leave = leavingFindings(cli, soFar);
    try {
      const compared = await compareSites(ours, theirs, {
        sample,
        authenticated: as !== undefined,
        onProgress: (done, all, one) => {
          soFar.push(one);
          show(done, all);
        },
      });
      const report = reportOf(compared);
      return { report, text: reportText(report) };
    } finally {
      leave.end();
    }
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

/** On a terminal the number of requests, elsewhere a line for each tenth of them. */
function progress({ streams: { stderr } }: Cli): (done: number, all: number) => void {
  if ((stderr as NodeJS.WriteStream).isTTY)
    return (done, all) => void stderr.write(done === all ? '\r\x1b[K' : `\r${done} of ${all} requests`);
  let tenths = 0;
  return (done, all) => {
    const reached = Math.floor((done * 10) / all);
    if (reached > tenths) stderr.write(`${done} of ${all} requests\n`);
    tenths = reached;
  };
}

/** Writes what was found into a file if the command is interrupted, and ends it. */
function leavingFindings({ streams: { stderr } }: Cli, compared: readonly ComparedRequest[]): { end(): void } {
  const leave = () => {
    writeFileSync(INTERRUPTED, `${reportText(reportOf(compared))}\n`);
    stderr.write(`\nInterrupted. What was found in ${compared.length} requests is in ${INTERRUPTED}.\n`);
    process.exit(EXIT_INTERRUPTED);
  };
  process.once('SIGINT', leave);
  return { end: () => void process.off('SIGINT', leave) };
}
