/**
 * Loaded into a process before anything else (--import): ends it with SIGKILL at the end of the second transaction that adds entries,
 * when all of it is written and nothing of it stands. Nothing in the service knows about it.
 */
import { createRequire } from 'node:module';

const require = createRequire(process.argv[1] ?? import.meta.url);
const adding = new WeakSet();
let added = 0;

for (const [folder, name] of [
  ['mysql', 'MysqlQueryRunner'],
  ['better-sqlite3', 'BetterSqlite3QueryRunner'],
]) {
  const { prototype } = require(`typeorm/driver/${folder}/${name}`)[name];
  const { query, commitTransaction } = prototype;
  prototype.query = function (sql, ...rest) {
    if (/^\s*INSERT INTO \S+posts\b/.test(sql)) adding.add(this);
    return query.call(this, sql, ...rest);
  };
  prototype.commitTransaction = function () {
    if (adding.delete(this) && ++added === 2) process.kill(process.pid, 'SIGKILL');
    return commitTransaction.call(this);
  };
}
