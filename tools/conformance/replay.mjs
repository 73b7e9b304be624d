// Runs the corpus' own runner and reads its report.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `report`: where the runner leaves its report, without extension; `env`: further environment variables. */
export async function replay(runner, options, { report, env }) {
  const { code, output } = await run(process.execPath, [runner, ...options, '--report', report], env);
  const unused = output.split('\n').filter((line) => line.startsWith('unused deviation'));
  if (code > 1) throw new Error(`The runner failed:\n${output}`);
  const cases = JSON.parse(readFileSync(`${report}.json`, 'utf8'));
  const counts = { same: 0, differ: 0, deviation: 0, 'no reference': 0 };
  for (const { result } of cases) counts[result]++;
  return { ok: code === 0 && cases.length > 0, cases, counts, unused };
}

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 2, output }));
  });
}
