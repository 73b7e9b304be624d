/** Public API of this folder; entities have an entry point of their own. */
export { Database, type Engine, type ExecuteResult, type SqlParameter, type Transaction } from './database.js';
export { DatabaseModule } from './database.module.js';
export { escapeLike, like, orderByList, type SqlDialect } from './engine/dialect.js';
export { isDuplicate, StatementError } from './engine/errors.js';
export { openDatabase } from './drivers/open.js';
export type { DatabaseOptions } from './drivers/options.js';
export { placeholders } from './engine/parameters.js';
export { countQueries } from './engine/query-counter.js';
export type { SqlFragment } from './engine/sql-fragment.js';
export type { TableName, Tables } from './engine/table-names.js';
export { hasSite, install, InstallRefusedError, type InstallOptions, type InstallResult } from './installer/install.js';
export { OptionsStore } from './options.store.js';
