/**
 * Calls back for the statements and commits of transactions, for modules that are loaded into a process before anything else (--import). Nothing
 * in the service knows about it. On MySQL several statements are sent together, the last ones with the commit.
 */
import { createRequire } from 'node:module';

const require = createRequire(process.argv[1] ?? import.meta.url);

/** `onStatement` gets the transaction, the statement, and whether a text is one of its values. */
export function watchTransactions({ onStatement, beforeCommit, afterCommit = () => undefined }) {
  watchMysql({ onStatement, beforeCommit, afterCommit });
  watchSqlite({ onStatement, beforeCommit, afterCommit });
}

function watchMysql({ onStatement, beforeCommit, afterCommit }) {
  let { prototype } = require('mysql2').Connection;
  while (!Object.hasOwn(prototype, 'query')) prototype = Object.getPrototypeOf(prototype);
  const { query } = prototype;
  /** The latest transaction of each connection. */
  const transactions = new WeakMap();
  prototype.query = function (text, ...rest) {
    const done = rest.at(-1);
    if (typeof text !== 'string' || typeof done !== 'function') return query.call(this, text, ...rest);
    if (text.startsWith('START TRANSACTION')) transactions.set(this, {});
    const transaction = transactions.get(this) ?? this;
    for (const statement of text.split(';'))
      onStatement(transaction, statement, (value) => text.includes(`'${value}'`));
    if (!/(?:^|;)COMMIT$/.test(text)) return query.call(this, text, ...rest);
    beforeCommit(transaction);
    return query.call(this, text, ...rest.slice(0, -1), (error, ...results) => {
      if (!error) afterCommit(transaction);
      done(error, ...results);
    });
  };
}

function watchSqlite({ onStatement, beforeCommit, afterCommit }) {
  const { prototype } = require('typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner').BetterSqlite3QueryRunner;
  const { query, commitTransaction } = prototype;
  prototype.query = function (sql, values, ...rest) {
    onStatement(this, sql, (value) => values?.includes(value) ?? false);
    return query.call(this, sql, values, ...rest);
  };
  prototype.commitTransaction = async function () {
    beforeCommit(this);
    const result = await commitTransaction.call(this);
    afterCommit(this);
    return result;
  };
}
