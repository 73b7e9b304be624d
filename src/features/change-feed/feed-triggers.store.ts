import {
  type Database,
  type Event,
  FEED_TRIGGERS,
  onFailure,
  type Trigger,
  TRIGGER_DIALECTS,
} from '../../database/index.js';
import { type FeedKind, PendingChange } from './change-feed.entity.js';
import { AUTHOR } from './feed-visibility.store.js';

/** Part of the trigger names: triggers of another version do not count as present. */
const VERSION = 4;

/** Meta that nothing in the API shows and that editors write all the time. */
const UNSEEN_META = ['_edit_lock', '_edit_last', '_wp_old_slug', '_wp_old_date', '_pingme', '_encloseme'];
const USER_META = ['first_name', 'last_name', 'nickname', 'description', 'locale'];

/** What the API shows of an account: the address as its avatar, the login to those who may edit the account. */
const SHOWN_USER_COLUMNS = ['user_login', 'user_nicename', 'user_email', 'user_url', 'user_registered', 'display_name'];
/** Columns whose changes have events besides: a new password. */
const USER_COLUMNS = [...SHOWN_USER_COLUMNS, 'user_pass'];

const PENDING_COLUMNS =
  'kind, object_id, type, action, is_public, at, status, former_status, parent_id, is_own, is_shown, is_locked';
/** An empty text. */
const NONE = "''";

/** What a trigger records, as SQL expressions on the written row. */
interface TriggeredChange {
  kind: FeedKind;
  id: string;
  type?: string;
  status?: string;
  former?: string;
  parent?: string;
  action?: string;
  when: string;
  isPublic?: string;
  isShown?: string;
  isLocked?: string;
}

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The triggers that record writes for the feed, in the transaction of whichever program writes. */
export class FeedTriggersStore {
  constructor(private readonly db: Pick<Database, 'engine' | 'tables' | 'tablePrefix'>) {}

  all(): Trigger[] {
    const { tables, tablePrefix } = this.db;
    const isSeenMeta = (row: string) => `${row}.meta_key NOT IN (${texts(UNSEEN_META)})`;
    const isUserMeta = (row: string) => `${row}.meta_key IN (${texts([...USER_META, `${tablePrefix}capabilities`])})`;
    const isEntry = (row: string) => `${row}.post_type <> 'revision' AND ${row}.post_status <> 'auto-draft'`;
    const isPublicEntry = (row: string) => `${row}.post_status IN ('publish', 'inherit')`;
    const isPublished = (row: string) => `${row}.post_status = 'publish' AND ${row}.post_type <> 'revision'`;
    const isApproved = (row: string) => `${row}.comment_approved = '1'`;
    const always = () => '0 = 0';
    const author = (row: string, isPublic: string, when: string): TriggeredChange => {
      const [id, type, status] = [`${row}.post_author`, `${row}.post_type`, `'${AUTHOR}'`];
      return { kind: 'user', id, type, status, isPublic, when };
    };
    const authorChanged = 'OLD.post_author <> NEW.post_author';
    return [
      ...this.on('posts', tables.posts, 'entry', 'ID', {
        type: 'post_type',
        status: 'post_status',
        parent: 'post_parent',
        when: isEntry,
        isPublic: isPublicEntry,
        isLocked: (row) => `${row}.post_password <> ''`,
        further: {
          INSERT: [author('NEW', '0 = 1', isPublished('NEW'))],
          UPDATE: [
            author('OLD', '0 = 0', `${isPublished('OLD')} AND (NOT (${isPublished('NEW')}) OR ${authorChanged})`),
            author('NEW', '0 = 1', `${isPublished('NEW')} AND (NOT (${isPublished('OLD')}) OR ${authorChanged})`),
          ],
          DELETE: [author('OLD', '0 = 0', isPublished('OLD'))],
        },
      }),
      ...this.part('postmeta', tables.postmeta, 'entry', 'post_id', isSeenMeta),
      ...this.part('relationships', tables.term_relationships, 'entry', 'object_id', always),
      ...this.on('taxonomy', tables.term_taxonomy, 'term', 'term_id', {
        type: 'taxonomy',
        when: always,
        changed: this.changed('description', 'parent'),
        isPublic: always,
      }),
      ...this.trigger('terms', 'UPDATE', tables.terms, 'name_or_slug', {
        kind: 'term',
        id: 'NEW.term_id',
        when: this.changed('name', 'slug'),
      }),
      ...this.part('termmeta', tables.termmeta, 'term', 'term_id', always),
      ...this.on('comments', tables.comments, 'comment', 'comment_ID', {
        type: 'comment_type',
        status: 'comment_approved',
        parent: 'comment_post_ID',
        when: always,
        isPublic: isApproved,
      }),
      ...this.on('users', tables.users, 'user', 'ID', {
        when: always,
        changed: this.changed(...USER_COLUMNS),
        isPublic: () => '0 = 1',
        isShown: this.changed(...SHOWN_USER_COLUMNS),
      }),
      ...this.part('usermeta', tables.usermeta, 'user', 'user_id', isUserMeta),
    ];
  }

  /** Triggers of a table whose rows are the objects. */
  private on(
    name: string,
    table: string,
    kind: FeedKind,
    id: string,
    rules: {
      type?: string;
      status?: string;
      parent?: string;
      when: (row: string) => string;
      changed?: string;
      isPublic: (row: string) => string;
      /** Condition of an update. */
      isShown?: string;
      isLocked?: (row: string) => string;
      /** Further changes that a write means. */
      further?: Readonly<Record<Event, readonly TriggeredChange[]>>;
    },
  ): Trigger[] {
    const { type, status, parent, when, changed, isPublic, isShown, isLocked, further } = rules;
    const values = (row: string) => ({ kind, id: `${row}.${id}`, type: type && `${row}.${type}` });
    const before = {
      former: status && `OLD.${status}`,
      parent: parent && `OLD.${parent}`,
      isPublic: isPublic('OLD'),
      isLocked: isLocked?.('OLD'),
    };
    const created: TriggeredChange = {
      ...values('NEW'),
      status: status && `NEW.${status}`,
      parent: parent && `NEW.${parent}`,
      action: 'create',
      when: when('NEW'),
    };
    const updated: TriggeredChange = {
      ...values('NEW'),
      ...before,
      status: status && `NEW.${status}`,
      when: changed ?? `(${when('NEW')}) OR (${when('OLD')})`,
      isShown,
    };
    const deleted: TriggeredChange = { ...values('OLD'), ...before, action: 'delete', when: when('OLD') };
    return [
      ...this.trigger(name, 'INSERT', table, 'create', created, ...(further?.INSERT ?? [])),
      ...this.trigger(name, 'UPDATE', table, 'update', updated, ...(further?.UPDATE ?? [])),
      ...this.trigger(name, 'DELETE', table, 'delete', deleted, ...(further?.DELETE ?? [])),
    ];
  }

  /** Triggers of a table whose rows are parts of objects. */
  private part(name: string, table: string, kind: FeedKind, id: string, when: (row: string) => string): Trigger[] {
    return (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((event) => {
      const row = event === 'DELETE' ? 'OLD' : 'NEW';
      return this.trigger(name, event, table, 'part', { kind, id: `${row}.${id}`, when: when(row) });
    });
  }

  /** Condition that an update changed one of these columns; collations compare some different texts as equal. */
  private changed(...columns: readonly string[]): string {
    const { engine } = this.db;
    const exact = (value: string) => (engine === 'mysql' ? `CAST(${value} AS BINARY)` : `${value} COLLATE BINARY`);
    const { differs } = TRIGGER_DIALECTS[engine];
    return columns.map((column) => differs(exact(`OLD.${column}`), exact(`NEW.${column}`))).join(' OR ');
  }

  private trigger(name: string, event: Event, table: string, role: string, ...changes: TriggeredChange[]): Trigger[] {
    const { engine, tablePrefix } = this.db;
    return TRIGGER_DIALECTS[engine].create(
      `${tablePrefix}${FEED_TRIGGERS}${name}_${role}_${event.toLowerCase()}_${VERSION}`,
      event,
      table,
      changes.map((change) => ({ when: change.when, statements: [this.insertion(change)] })),
      onFailure(this.db, FEED_TRIGGERS),
    );
  }

  /** Only adds a row: a trigger runs in transactions of other programs, and must not wait for others. */
  private insertion(change: TriggeredChange): string {
    const { engine, tables } = this.db;
    const {
      kind,
      id,
      type = NONE,
      action = 'update',
      isPublic = '0 = 1',
      isShown = '0 = 0',
      isLocked = '0 = 1',
    } = change;
    const { status = NONE, former = NONE, parent = '0' } = change;
    const isOwn = engine === 'mysql' ? 'COALESCE(@nestpress_own, 0)' : '0';
    const now = engine === 'mysql' ? 'UNIX_TIMESTAMP()' : "CAST(strftime('%s', 'now') AS INTEGER)";
    const flag = (condition: string) => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
    const values = [`'${kind}'`, id, type, `'${action}'`, flag(isPublic), now];
    values.push(status, former, parent, isOwn, flag(isShown), flag(isLocked));
    return `INSERT INTO ${tables.of(PendingChange)} (${PENDING_COLUMNS}) VALUES (${values.join(', ')})`;
  }
}
