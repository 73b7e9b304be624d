import { Change } from '../../database/drivers/change-log.js';
import { tableOf } from '../../database/entities/index.js';
import { LockRow } from '../../database/named-locks.js';
import { RunningProcess } from '../../database/running-processes.js';
import { LIST_INDEX_TABLES } from '../../database/list-index/tables.js';
import { OWN_TABLE_PREFIX, type TableDefinition, WORDPRESS_TABLES } from '../../database/schema/index.js';
import { MIGRATIONS_TABLE, registeredTables } from '../../database/migrations.js';
import { SEARCH_INDEX_TABLES } from '../../database/search-index/tables.js';
import { CacheJob, CacheState, SpentProof } from '../../modules/cache/cache.entities.js';
import { FormSubmission, SpentChallenge } from '../../modules/forms/submission/submission.entities.js';
import { WordPressContent } from '../../alongside/content/wordpress-content.entity.js';
import { FieldValues } from '../../alongside/fields/field-values.entity.js';
import { AuditEntry } from '../../connect/audit-log/audit-entry.entity.js';
import { FeedChange, PendingChange } from '../../connect/changes/change-feed.entity.js';
import { IdempotencyKey } from '../../connect/idempotency/idempotency-key.entity.js';
import { ResumableUpload } from '../../connect/uploads/resumable-upload.entity.js';
import { Webhook, WebhookDelivery } from '../../connect/webhooks/webhook.entity.js';
import { Preview } from '../../modules/previews/preview.entity.js';
import { PopupCount, PopupDay } from '../../modules/popups/popup-count.entity.js';
import { Job, JobProgress } from '../../platform/jobs/job.entity.js';
import { Import, ImportedFile, ImportedRow, ImportReference } from '../import/import.entities.js';

/** Own tables with messages between processes and their locks, or about what this database has served: they are not copied. */
export const DERIVED_TABLES: readonly TableDefinition[] = [
  tableOf(Change),
  tableOf(LockRow),
  tableOf(RunningProcess),
  tableOf(PendingChange),
  tableOf(FeedChange),
  tableOf(IdempotencyKey),
  tableOf(ResumableUpload),
  tableOf(FieldValues),
  ...LIST_INDEX_TABLES,
  ...SEARCH_INDEX_TABLES,
];

/** Own tables whose rows belong to the site. */
export const SITE_TABLES: readonly TableDefinition[] = [
  Job,
  JobProgress,
  CacheState,
  CacheJob,
  SpentProof,
  FormSubmission,
  SpentChallenge,
  PopupCount,
  PopupDay,
  Preview,
  WordPressContent,
  Webhook,
  WebhookDelivery,
  AuditEntry,
  Import,
  ImportedRow,
  ImportReference,
  ImportedFile,
].map((entity) => tableOf(entity));

/** Last, because a partial copy without its rows is not mistaken for a site. */
const LAST = 'options';

export interface TablePlan {
  tables: readonly TableDefinition[];
  /** Tables with the site's prefix that are neither WordPress's nor ours. */
  foreign: readonly string[];
  /** Own tables that this version does not know. */
  unknown: readonly string[];
}

/** The tables to copy. WordPress's own exist afterwards even if some are missing now. */
export function planTables(existing: readonly string[], prefix: string): TablePlan {
  const names = existing.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const known = new Map(
    [...WORDPRESS_TABLES, ...SITE_TABLES, ...registeredTables()].map((table) => [table.name, table]),
  );
  const own = names.flatMap((name) => (name.startsWith(OWN_TABLE_PREFIX) ? (known.get(name) ?? []) : []));
  const tables = [...WORDPRESS_TABLES, ...own].sort((a, b) => Number(a.name === LAST) - Number(b.name === LAST));
  const derived = new Set([MIGRATIONS_TABLE, ...DERIVED_TABLES.map((table) => table.name)]);
  const others = names.filter((name) => !known.has(name) && !derived.has(name));
  return {
    tables,
    foreign: others.filter((name) => !name.startsWith(OWN_TABLE_PREFIX)),
    unknown: others.filter((name) => name.startsWith(OWN_TABLE_PREFIX)),
  };
}
