import { type Command } from 'commander';
import { type Cli, wholeNumber } from '../../platform/command-line/cli.js';
import { type DiagnosticResult } from '../../platform/diagnostics/diagnostic-result.js';

interface DoctorOptions {
  compareWith?: string;
  self?: string;
  sample: number;
  as: readonly string[];
  repair?: boolean;
}

const sampleSize = wholeNumber(1, 10_000);

export function register(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('checks configuration, database, uploads, mail and Redis, and says how to fix what is wrong')
    .option('--repair', 'repair first what needs no decision: entries taken out of the trash without their comments')
    .option(
      '--compare-with <url>',
      'compare this service with the WordPress at this address instead, and list where their responses differ',
    )
    .option('--self <url>', 'with --compare-with: the running service to compare; by default one is started')
    .option(
      '--sample <number|all>',
      'with --compare-with: number of items to compare per collection; all: every id of both sites, as a visitor',
      (value: string) => (value === 'all' ? Infinity : sampleSize(value)),
      10,
    )
    .option(
      '--as <login>',
      'with --compare-with: authenticate as this account; its application password is read from standard input. Repeated: totals are compared as each account',
      (login: string, logins: readonly string[]) => [...logins, login],
      [] as readonly string[],
    )
    .addHelpText(
      'after',
      '\nExamples:\n  nestpress doctor\n  nestpress doctor --compare-with https://site.example --sample 50',
    )
    .action(async (options: DoctorOptions) => {
      if (options.compareWith === undefined && (options.self !== undefined || options.as.length > 0))
        cli.fail('--self and --as require --compare-with.', 2);
      await (options.compareWith === undefined
        ? examineSite(cli, options.repair)
        : compareWithSite(cli, options.compareWith, options));
    });
}

async function examineSite(cli: Cli, isRepairing?: boolean): Promise<void> {
  const { examine } = await import('../doctor.js');
  const findings = await examine(() => cli.config(), { isRepairing });
  const count = (state: DiagnosticResult['state']) => findings.filter((finding) => finding.state === state).length;
  const summary = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
  cli.print(
    { findings, summary },
    [
      ...findings.map(toText),
      '',
      `${summary.ok} ok, ${summary.warn} ${summary.warn === 1 ? 'warning' : 'warnings'}, ${summary.fail} failed.`,
    ].join('\n'),
  );
  if (summary.fail > 0) cli.exit = 1;
}

async function compareWithSite(cli: Cli, url: string, { self, sample, as }: DoctorOptions): Promise<void> {
  for (const address of [url, self ?? url])
    if (!/^https?:\/\/[^\s/]+/.test(address)) cli.fail(`${JSON.stringify(address)} is not an http or https URL.`, 2);
  const { compareWithWordPress } = await import('../compare/compare-with-wordpress.js');
  const { report, text } = await compareWithWordPress(cli, { url, self, sample, as });
  cli.print(report, text);
  if (report.summary.different > 0) cli.exit = 1;
}

function toText({ check, state, message, fixes = [] }: DiagnosticResult): string {
  return [
    `${state.padEnd(4)}  ${check}: ${message}`,
    ...fixes.map((line) => `      → ${line.replaceAll('\n', '\n        ')}`),
  ].join('\n');
}
