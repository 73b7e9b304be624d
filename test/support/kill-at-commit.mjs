/**
 * Loaded into a process before anything else (--import): ends it with SIGKILL at the end of the second transaction that adds entries,
 * when all of it is written and nothing of it stands. Nothing in the service knows about it.
 */
import { watchTransactions } from './watched-transactions.mjs';

const adding = new WeakSet();
let added = 0;

watchTransactions({
  onStatement(transaction, sql) {
    if (/^\s*INSERT INTO \S+posts\b/.test(sql)) adding.add(transaction);
  },
  beforeCommit(transaction) {
    if (adding.delete(transaction) && ++added === 2) process.kill(process.pid, 'SIGKILL');
  },
});
