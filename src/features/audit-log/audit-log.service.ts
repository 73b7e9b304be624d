import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type AccessEvent, AccessEvents, type FailedSignIn, type Principal } from '../../access/index.js';
import { ApplicationPasswordsService } from '../../access/authentication/index.js';
import { Database, inBackground, OptionsStore, type Transaction, withoutCommitCheck } from '../../database/index.js';
import {
  type ContentEvent,
  type ContentEventName,
  ContentEvents,
  type EventOutbox,
  type EventPrincipal,
} from '../../hooks/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { JobsService } from '../../platform/jobs/index.js';
import { wallClock } from '../../telemetry/index.js';
import { User } from '../../database/entities/index.js';
import { type AuditEntry } from './audit-entry.entity.js';
import { type AuditFacts, AuditLogStore, type AuditQuery, COMMAND_LINE } from './audit-log.store.js';

const CLEAN_UP = 'audit-log.clean-up';
const DAY_MS = 24 * 3_600_000;
const RETENTION_OPTION = 'nestpress_audit_log_days';
const DEFAULT_RETENTION_DAYS = 365;
export const MIN_RETENTION_DAYS = 30;
export const MAX_RETENTION_DAYS = 3650;

/** Events that are recorded; of agents every write is. */
const RECORDED: ReadonlySet<ContentEventName> = new Set<ContentEventName>([
  'entry.trashed',
  'entry.deleted',
  'term.deleted',
  'comment.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
  'settings.updated',
]);

/** Events that access events or other content events record already. */
const RECORDED_ELSEWHERE: ReadonlySet<ContentEventName> = new Set<ContentEventName>([
  'user.signed-in',
  'media.uploaded',
]);

/** Failed sign-ins that a process records in a minute. The next entry has the number of further ones. */
const FAILURES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const MAX_NAMES = 100;

/** Who changed what, and when. Entries are written in the transaction of what they are about. */
@Injectable()
export class AuditLogService implements EventOutbox, OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('AuditLog');
  private readonly pending = new Set<Promise<void>>();
  private cleansUntil = 0;
  private failures = { endsAt: 0, left: 0, skipped: 0 };

  constructor(
    private readonly database: Database,
    private readonly rows: AuditLogStore,
    private readonly options: OptionsStore,
    private readonly jobs: JobsService,
    private readonly passwords: ApplicationPasswordsService,
    private readonly events: ContentEvents,
    private readonly access: AccessEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.events.addOutbox(this);
    this.access.listen((tx, event) => this.storeAccess(tx, event));
    this.access.onFailedSignIn((failure) => this.noteFailure(failure));
    this.jobs.registerDaily(CLEAN_UP, async () =>
      this.rows.deleteBefore(wallClock() - (await this.retentionDays()) * DAY_MS),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  wants(event: ContentEventName, principal?: EventPrincipal): boolean {
    return RECORDED.has(event) || (principal?.agent !== undefined && !RECORDED_ELSEWHERE.has(event));
  }

  async store(tx: Transaction, event: ContentEvent, principal: EventPrincipal): Promise<void> {
    // Who wrote is not known.
    if (event.isForeign) return;
    if (event.event === 'user.updated' && event.changed?.length === 0) return;
    await this.add(tx, event.event, principal, factsOf(event));
  }

  /** Latest first. */
  find(query: AuditQuery): Promise<AuditEntry[]> {
    return this.rows.find(query);
  }

  async retentionDays(): Promise<number> {
    return this.options.integer(RETENTION_OPTION, DEFAULT_RETENTION_DAYS);
  }

  async setRetentionDays(days: number, principal: Principal): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.options.set(tx, RETENTION_OPTION, days);
      await this.events.emit(tx, 'settings.updated', principal, { settings: [RETENTION_OPTION] });
    });
    this.options.forget();
  }

  private async storeAccess(tx: Transaction, access: AccessEvent): Promise<void> {
    const { event, by, details = {} } = access;
    if ('entry' in access) {
      const { id, type, title } = access.entry;
      await this.add(tx, event, by, { objectType: type, objectId: id, objectName: title, details });
      return;
    }
    const { account: objectId, login } = access;
    const objectName = login ?? (await tx.manager.findOneBy(User, { id: objectId }))?.login ?? '';
    await this.add(tx, event, by, { objectType: 'user', objectId, objectName, details });
  }

  /** The response of the failed request does not wait for it. */
  private noteFailure({ account, address, reason }: FailedSignIn): void {
    const now = performance.now();
    if (now >= this.failures.endsAt)
      this.failures = { ...this.failures, endsAt: now + MINUTE_MS, left: FAILURES_PER_MINUTE };
    if (this.failures.left === 0) {
      this.failures.skipped++;
      return;
    }
    const { skipped } = this.failures;
    this.failures.left--;
    this.failures.skipped = 0;
    const facts = {
      objectType: 'user',
      objectId: account?.id ?? 0,
      objectName: account?.login ?? '',
      details: { reason, ...(skipped > 0 && { others: skipped }) },
    };
    const write = () => this.record('sign-in.failed', { id: 0, login: '', address }, facts);
    const work = withoutCommitCheck(() => inBackground(write))
      .catch((error: unknown) =>
        this.logger.warn(`A failed sign-in could not be recorded: ${error instanceof Error ? error.message : '?'}`),
      )
      .finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  /** Without a change, in a transaction of its own. */
  record(event: string, principal: EventPrincipal, facts: AuditFacts): Promise<void> {
    return this.database.transaction((tx) => this.add(tx, event, principal, facts));
  }

  /** In the transaction of the change. */
  async add(
    tx: Transaction,
    event: string,
    principal: EventPrincipal,
    { details, ...object }: AuditFacts,
  ): Promise<void> {
    await this.rows.add(tx, {
      event,
      actor: principal.id,
      actorLogin: principal.login,
      via: await this.viaOf(principal),
      address: principal.address ?? '',
      ...object,
      details: JSON.stringify(details),
    });
    await this.startCleanUp(tx);
  }

  private async viaOf({ id, agent, applicationPassword, address }: EventPrincipal): Promise<string> {
    if (agent !== undefined) return agent;
    if (applicationPassword !== undefined)
      return (await this.passwords.find(id, applicationPassword))?.name ?? applicationPassword;
    return id === 0 && address === undefined && !this.config.background ? COMMAND_LINE : '';
  }

  /** Once a day in each process that writes entries. */
  private async startCleanUp(tx: Transaction): Promise<void> {
    if (performance.now() < this.cleansUntil) return;
    await this.jobs.addUnlessWaiting(tx, CLEAN_UP, {}, { runAt: new Date(wallClock() + DAY_MS) });
    tx.afterCommit(() => {
      this.cleansUntil = performance.now() + DAY_MS;
    });
  }
}

/** The object of an event, and what is worth knowing of the change. */
function factsOf(event: ContentEvent): AuditFacts {
  if ('settings' in event) {
    const settings = event.settings.slice(0, MAX_NAMES);
    return { objectType: 'settings', objectId: 0, objectName: '', details: { settings } };
  }
  if ('form' in event)
    return { objectType: 'form', objectId: event.form, objectName: '', details: { submission: event.id } };
  if ('login' in event) {
    const { id, login, changed, roles, formerRoles } = event;
    return { objectType: 'user', objectId: id, objectName: login, details: { changed, formerRoles, roles } };
  }
  if ('taxonomy' in event)
    return { objectType: event.taxonomy, objectId: event.id, objectName: event.name, details: {} };
  if ('post' in event) {
    const { id, post, status, formerStatus } = event;
    return { objectType: 'comment', objectId: id, objectName: '', details: { post, formerStatus, status } };
  }
  const { id, type, title, status, formerStatus } = event;
  return { objectType: type, objectId: id, objectName: title, details: { formerStatus, status } };
}
