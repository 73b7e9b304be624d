import { writeFileSync } from 'node:fs';
import { loadModules } from '../../hooks/load-modules.js';
import { createAppWith } from '../../start/create-app.js';
import { type Cli } from '../../platform/command-line/cli.js';
import { type JsonRecord, recordOf, textOf } from '../../text/index.js';
import { readSecrets } from '../secrets.js';
import { assertSiteExists } from '../../platform/command-line/assert-site-exists.js';
import { type ComparedRequest, compareSites, type Requester } from './compare-sites.js';
import { type ActivePlugin, type ComparisonReport, reportOf, reportText } from './report.js';
import { RestSite } from './rest-site.js';

/** Findings of an interrupted comparison, in the current folder. */
const INTERRUPTED = 'nestpress-comparison.txt';
const EXIT_INTERRUPTED = 130;

export interface ComparisonOptions {
  url: string;
  /** The running service to compare. When absent, one is started on the configured database. */
  self?: string;
  /** `Infinity`: all. */
  sample: number;
  /** Logins that send requests; the first one sends all, the others those of totals. */
  as: readonly string[];
}

export async function compareWithWordPress(
  cli: Cli,
  { url, self, sample, as }: ComparisonOptions,
): Promise<{ report: ComparisonReport; text: string }> {
  const passwords = await readSecrets(
    cli,
    as.map((login) => `Application password of ${login}: `),
  );
  const credentials = as.map((login, at) => ({
    authorization: `Basic ${Buffer.from(`${login}:${passwords[at]!}`).toString('base64')}`,
  }));
  const theirs = await RestSite.find(url, credentials[0]);
  const started = self === undefined ? await startService(cli) : undefined;
  try {
    const ours = await RestSite.find(started?.root ?? self!, credentials[0]);
    if (ours.root === theirs.root) cli.fail('--self and --compare-with are the same service.', 2);
    const requesterOf = (headers: Readonly<Record<string, string>>) => ({
      ours: ours.as(headers),
      theirs: theirs.as(headers),
    });
    const accounts: Requester[] = [];
    for (const [at, login] of as.entries()) {
      const sites = requesterOf(credentials[at]!);
      const [mine] = await Promise.all([sites.ours, sites.theirs].map((site) => ownCapabilities(cli, site, login)));
      accounts.push({
        login,
        readsAll: mine!.read_private_posts === true && mine!.edit_others_posts === true,
        ...sites,
      });
    }
    const plugins = await activePlugins((accounts[0] ?? requesterOf({})).theirs);
    const soFar: ComparedRequest[] = [];
    const show = progress(cli);
    const leave = leavingFindings(cli, () => reportOf(soFar, plugins));
    try {
      const compared = await compareSites({
        sample,
        visitors: requesterOf({}),
        accounts,
        onProgress: (done, all, request) => {
          soFar.push(request);
          show(done, all);
        },
      });
      const report = reportOf(compared, plugins);
      return { report, text: reportText(report) };
    } finally {
      leave.end();
    }
  } finally {
    await started?.close();
  }
}

/** What an account may do; fails where the site refuses it. */
async function ownCapabilities(cli: Cli, site: RestSite, login: string): Promise<JsonRecord> {
  const { status, body } = await site.get({ path: '/wp/v2/users/me', query: 'context=edit' });
  if (status !== 200)
    cli.fail(`${site.root} refused ${login} with status ${status}; check the account and its application password.`);
  return recordOf(recordOf(body).capabilities);
}

/** Names and descriptions, which WordPress tells administrators; undefined where it does not. */
async function activePlugins(theirs: RestSite): Promise<ActivePlugin[] | undefined> {
  const { status, body } = await theirs.get({ path: '/wp/v2/plugins', query: '' });
  if (status !== 200 || !Array.isArray(body)) return undefined;
  return body.flatMap(({ status: state, name, description }: Record<string, unknown>) =>
    state === 'inactive' ? [] : [{ name: textOf(name), description: textOf(recordOf(description).raw) }],
  );
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
function leavingFindings({ streams: { stderr } }: Cli, report: () => ComparisonReport): { end(): void } {
  const leave = () => {
    const found = report();
    writeFileSync(INTERRUPTED, `${reportText(found)}\n`);
    stderr.write(`\nInterrupted. What was found in ${found.summary.requests} requests is in ${INTERRUPTED}.\n`);
    process.exit(EXIT_INTERRUPTED);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  return { end: () => void process.off('SIGINT', leave).off('SIGTERM', leave) };
}
