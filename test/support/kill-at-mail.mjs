/**
 * Loaded into the service before anything else (NODE_OPTIONS=--import): ends the process with SIGKILL at the step of a message
 * that KILL_AT names. KILL_ROWS is the table of the messages and the state of those that were sent, by default the submissions
 * of forms. With KILL_KIND, only jobs of that kind count as stored, and a job as ended only after test/support/event-listener.mjs
 * has delivered an event. Nothing in the service knows about it.
 */
import { createRequire } from 'node:module';

const step = process.env.KILL_AT;
const [table, sent] = (process.env.KILL_ROWS ?? 'nestpress_form_submissions:mail_sent').split(':');
const kind = process.env.KILL_KIND;
const storesMessage = new RegExp(`^\\s*INSERT\\b.*? INTO \\S+${table}\\b`);
const endsMessage = new RegExp(`^\\s*UPDATE \\S+${table}\\S* SET .*?\\b(?:status|state)\\b`);
const require = createRequire(process.argv[1] ?? import.meta.url);
/** Transactions that stored a message or ended the job that sends it. */
const storing = new WeakSet();
const ending = new WeakSet();

function passed(name) {
  if (name !== step) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal takes effect at once, but not within this call.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

for (const [folder, name] of [
  ['mysql', 'MysqlQueryRunner'],
  ['better-sqlite3', 'BetterSqlite3QueryRunner'],
]) {
  const { prototype } = require(`typeorm/driver/${folder}/${name}`)[name];
  const { query, commitTransaction } = prototype;
  prototype.query = function (sql, values, ...rest) {
    if (storesMessage.test(sql) && (kind === undefined || values?.includes(kind))) storing.add(this);
    const mayEnd = kind === undefined || globalThis.isDelivered;
    if (mayEnd && endsMessage.test(sql) && values?.includes(sent)) ending.add(this);
    return query.call(this, sql, values, ...rest);
  };
  prototype.commitTransaction = async function () {
    const [isStoring, isEnding] = [storing.delete(this), ending.delete(this)];
    if (isStoring) passed('before storing');
    if (isEnding) passed('after sending');
    const result = await commitTransaction.call(this);
    if (isStoring) passed('after storing');
    if (isEnding) passed('after ending');
    return result;
  };
}
