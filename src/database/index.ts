/** Public API of this folder; entities have an entry point of their own. */
export { CommitCheck, withoutCommitCheck } from './commit-check.js';
export { Database, type Engine, type ExecuteResult, type SqlParameter, type Transaction } from './database.js';
export { DatabaseModule } from './database.module.js';
export { deleteInChunks } from './delete-in-chunks.js';
export { readMysqlAddress } from './drivers/mysql-hosts.js';
export { openDatabase } from './drivers/open.js';
export { type DatabaseOptions } from './drivers/options.js';
export { commitRecordOf } from './drivers/sqlite-commits.js';
export { backupSqlite, lockUnusedFile } from './drivers/sqlite-file.js';
export { escapeLike, like, orderByList, type SqlDialect } from './engine/dialect.js';
export { DatabaseFileError, isDuplicate, StatementError, UnwritableFileError } from './engine/errors.js';
export { placeholders, skipped } from './engine/parameters.js';
export { countQueries, enableQueryAttribution, inBackground } from './engine/query-counter.js';
export { RowConditions } from './engine/row-conditions.js';
export { allOf, fragment, isIn, isNotIn, joined, NO_ROW, type SqlFragment } from './engine/sql-fragment.js';
export { type SourceTable, type TableName, type Tables } from './engine/table-names.js';
export { AWAITS_SIGN_IN } from './installer/default-options.js';
export { findSampleContent, findUnusedSampleTerms, type SampleContent } from './installer/find-sample.js';
export { hasSite, install, type InstallOptions, InstallRefusedError, type InstallResult } from './installer/install.js';
export { rewriteSample } from './installer/sample-blocks.js';
export { redeemSetupToken } from './installer/setup-token.js';
export { joinTransaction, outsideTransaction, seesUncommitted } from './joined-transaction.js';
export { createTrigger, presentTriggers } from './lists/indexed/build.js';
export {
  type Event,
  FEED_TRIGGERS,
  isFeedTrigger,
  type Trigger,
  TRIGGER_DIALECTS,
} from './lists/indexed/trigger-dialect.js';
export { areIntact, beginTriggers, completeTriggers, onFailure } from './lists/indexed/trigger-state.js';
export { type FoundVersion, stampOf, type Versioned } from './lists/indexed/versions.js';
export { type ListPage } from './lists/list-query.js';
export { lockForUpdate } from './lock-parents.js';
export { AddColumns, CreateTables, MIGRATIONS_TABLE } from './migrations.js';
export { lockNames } from './named-locks.js';
export { OptionsStore } from './options.store.js';
export { derivedTables, siteTables } from './own-tables.js';
export { countRows, META_ENTITIES, type MetaRow, metaRows, type Reader } from './reader.js';
export { rowReader } from './row-reader.js';
export { TransactionEvent } from './transaction-event.js';
export { replaceSite, RunningProcess } from './running-processes.js';
export { SharedRun } from './shared-run.js';
