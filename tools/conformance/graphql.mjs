// Replays recorded GraphQL documents with the recordings' own runner, and judges the differences by the deviations that are accepted.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFolders } from '../graphql-clients.mjs';

const DEVIATIONS = 'test/contract/graphql-deviations.json';

/**
 * The result of `replay` for GraphQL. A deviation names a part, cases and where they may differ; a case deviates if each of its
 * differences is named.
 */
export async function replayGraphql({ recording, files, url, root, report, env, only }) {
  const { name, folder, graphql } = recording;
  const options = [
    ...['--dir', files, '--name', graphql.name, '--base', url, '--status'],
    ...['--only', only ?? graphql.only, '--report', `${report}.json`],
  ];
  const documents = documentsOfClients(join(root, folder), `${report}-documents.json`);
  if (documents) options.push('--documents', documents);
  const { code, output } = await run(process.execPath, [join(root, folder, 'run-graphql.mjs'), ...options], env);
  if (code > 1) throw new Error(`The runner failed:\n${output}`);
  const deviations = JSON.parse(readFileSync(join(root, DEVIATIONS), 'utf8')).filter(({ part }) => part === name);
  const used = new Set();
  const accepts = (id, path) => {
    const found = deviations.find((one) => new RegExp(one.id).test(id) && pattern(one.path).test(path));
    if (found) used.add(found);
    return found !== undefined;
  };
  const counts = { same: 0, differ: 0, deviation: 0, 'no reference': 0 };
  const cases = JSON.parse(readFileSync(`${report}.json`, 'utf8')).map(({ id, result, differences }) => {
    // Each is looked up, so that all that are used are known.
    const left = differences.filter(([path]) => !accepts(id, path));
    const judged = result === 'same' ? 'same' : left.length === 0 ? 'deviation' : 'differ';
    counts[judged]++;
    const shown = left.map(([path, ref, got]) => ({ path, ref, got }));
    return { id, request: 'GraphQL', result: judged, differences: shown };
  });
  const unused = deviations
    .filter((one) => !used.has(one))
    .map(({ id, path }) => `unused deviation of ${name}: ${id} ${path}`);
  return { ok: counts.differ === 0 && cases.length > 0, cases, counts, unused };
}

/** A file with the documents that the recordings name by their packages; undefined where these cannot be downloaded. */
function documentsOfClients(folder, target) {
  try {
    const folders = clientFolders();
    const names = ['@wpnuxt/core@2.4.0', '@faustwp/core@3.4.1', 'gatsby-source-wordpress@7.17.0'];
    writeFileSync(
      target,
      execFileSync(process.execPath, [join(folder, 'documents.mjs'), ...names.map((name) => folders[name])]),
    );
    return target;
  } catch (error) {
    console.log(`The documents of WPNuxt, Faust and Gatsby were not sent: ${String(error.message).split('\n')[0]}`);
    return undefined;
  }
}

/** `*` stands for any text. */
const pattern = (path) => new RegExp(`^${path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 2, output }));
  });
}
