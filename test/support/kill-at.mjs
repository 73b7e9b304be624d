/**
 * Loaded into the service before anything else (NODE_OPTIONS=--import): ends the process with SIGKILL at the step of an upload
 * that KILL_AT names. Nothing in the service knows about it.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const step = process.env.KILL_AT;
/** Cleaning up at start takes some of the same steps; that is not meant. */
let begun = false;
let links = 0;
let placements = 0;

function passed(name) {
  if (!begun || name !== step) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal takes effect at once, but not within this call.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

/** Runs something around a method; `before` and `after` get its arguments. */
function watch(target, method, { before = () => undefined, after = () => undefined }) {
  const original = target[method];
  target[method] = async function (...args) {
    before(...args);
    const result = await original.apply(this, args);
    after(...args);
    return result;
  };
}

const isPlacement = (path) => String(path).endsWith('.placement');
const { promises } = fs;

const probe = join(tmpdir(), `kill-at-${process.pid}`);
const handle = await promises.open(probe, 'w');
const fileHandle = Object.getPrototypeOf(handle);
await handle.close();
fs.rmSync(probe);

let received = false;
watch(fileHandle, 'appendFile', { before: () => (begun = true), after: () => passed('receiving') });
watch(fileHandle, 'sync', {
  after: () => {
    if (!received) passed('received');
    received = true;
  },
});
watch(promises, 'writeFile', {
  before: (path) => {
    if (!isPlacement(path)) return;
    begun = true;
    passed('sizes made');
  },
  after: (path) => {
    if (!isPlacement(path)) return;
    placements++;
    passed('placement written');
  },
});
watch(promises, 'link', {
  before: () => links === 0 && passed('before placing'),
  after: () => {
    links++;
    if (links === 1) passed('original placed');
    if (links === 2) passed('one size placed');
    if (links === 4) passed('all placed');
  },
});
watch(promises, 'rm', {
  before: (path) => {
    if (isPlacement(path)) passed('committed');
    else if (/\/\d{4}\/\d{2}\//.test(String(path))) passed('row deleted');
  },
  after: (path) => {
    if (/\/\d{4}\/\d{2}\//.test(String(path))) passed('one file deleted');
  },
});
syncBuiltinESMExports();

/** The first transaction that ends after a file was placed, or a deletion begun, is the one meant. */
const require = createRequire(process.argv[1] ?? import.meta.url);
for (const [module, name] of [
  ['typeorm/driver/mysql/MysqlQueryRunner', 'MysqlQueryRunner'],
  ['typeorm/driver/sqlite-abstract/AbstractSqliteQueryRunner', 'AbstractSqliteQueryRunner'],
]) {
  watch(require(module)[name].prototype, 'commitTransaction', {
    before: () => placements > 0 && passed('before commit'),
  });
}
