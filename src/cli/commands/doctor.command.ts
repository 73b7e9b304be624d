import { type Command } from 'commander';
import { type Cli } from '../cli.js';
import { type Finding } from '../doctor/finding.js';

export function register(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('looks whether everything is as it should be, and says how to mend what is not')
    .action(async () => {
      const { examine } = await import('../doctor/doctor.js');
      const findings = await examine();
      const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
      const summary = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
      cli.print({ findings, summary }, [...findings.map(toText), '', `${summary.ok} ok, ${summary.warn} to look at, ${summary.fail} to mend.`].join('\n'));
      if (summary.fail > 0) cli.exit = 1;
    });
}

function toText({ check, state, says, mend = [] }: Finding): string {
  return [`${state.padEnd(4)}  ${check}: ${says}`, ...mend.map((line) => `      → ${line.replaceAll('\n', '\n        ')}`)].join('\n');
}
