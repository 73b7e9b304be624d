#!/usr/bin/env node
// Kills servers under load: replicas and primary, a Galera node, Redis, and a process that holds jobs. Ends with a table of the errors
// that clients saw. CLUSTER_SECONDS (10) is how long the load runs before and after each kill.
import './usage.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMariaDb } from './local-mariadb.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'nestpress-cluster-'));
const table = join(scratch, 'table');
const server = await startMariaDb();
const env = {
  ...process.env,
  CLUSTER_SECONDS: process.env.CLUSTER_SECONDS ?? '10',
  CLUSTER_REPORT: table,
  TEST_SUITES: 'cluster',
  TEST_MYSQL_URL: server.url(),
};
const args = ['node_modules/jest/bin/jest.js', '--runInBand', '--verbose'];
try {
  const child = spawn('node', [...args, ...process.argv.slice(2)], { stdio: 'inherit', env });
  process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  if (existsSync(table))
    console.log(
      `\n| killed | requests | errors | recovered after ms |\n|---|---|---|---|\n${readFileSync(table, 'utf8').replace(/^(.+)$/gm, '| $1 |')}`,
    );
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
