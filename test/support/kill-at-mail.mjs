/**
 * Loaded into the service before anything else (NODE_OPTIONS=--import): ends the process with SIGKILL at the step of a message
 * that KILL_AT names. KILL_ROWS is the table of the messages and the state of those that were sent, by default the submissions
 * of forms. With KILL_KIND, only jobs of that kind count as stored, and a job as ended only after test/support/event-listener.mjs
 * has delivered an event. Nothing in the service knows about it.
 */
import { watchTransactions } from './watched-transactions.mjs';

const step = process.env.KILL_AT;
const [table, sent] = (process.env.KILL_ROWS ?? 'nestpress_form_submissions:mail_sent').split(':');
const kind = process.env.KILL_KIND;
const storesMessage = new RegExp(`^\\s*INSERT\\b.*? INTO \\S+${table}\\b`);
const endsMessage = new RegExp(`^\\s*UPDATE \\S+${table}\\S* SET .*?\\b(?:status|state)\\b`);
/** Transactions that stored a message or ended the job that sends it. */
const storing = new WeakSet();
const ending = new WeakSet();

function passed(name) {
  if (name !== step) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal takes effect at once, but not within this call.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

watchTransactions({
  onStatement(transaction, sql, includes) {
    if (storesMessage.test(sql) && (kind === undefined || includes(kind))) storing.add(transaction);
    const mayEnd = kind === undefined || globalThis.isDelivered;
    if (mayEnd && endsMessage.test(sql) && includes(sent)) ending.add(transaction);
  },
  beforeCommit(transaction) {
    if (storing.has(transaction)) passed('before storing');
    if (ending.has(transaction)) passed('after sending');
  },
  afterCommit(transaction) {
    if (storing.delete(transaction)) passed('after storing');
    if (ending.delete(transaction)) passed('after ending');
  },
});
