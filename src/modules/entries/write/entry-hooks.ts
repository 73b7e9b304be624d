import { type Principal } from '../../../access/principal.js';
import { type Transaction } from '../../../database/database.js';
import { type BeforeEntryWrite, type EntryValues, type StoredEntry } from '../../../hooks/changes.js';
import { type WriteHooks } from '../../../hooks/write-hooks.service.js';
import { type ContentModel } from '../../../content-model/content-model.js';
import { isIdList } from '../../../content-model/meta-fields.js';
import { type MetaChange } from '../../meta/meta.store.js';
import { metaIssue, shownMeta, storedTexts } from '../../meta/meta-values.js';
import { utcText } from '../../../text/dates.js';
import { WP4_ARGS } from '../../../variant/rest.variants.js';
import { type EntryPatch, resolveStatus } from './entry-changes.js';
import { type FullEntry } from './entry-rows.store.js';

/** Values that `EntryPatch` has under the same names. */
const PLAIN = [
  'title',
  'content',
  'excerpt',
  'slug',
  'author',
  'parent',
  'menuOrder',
  'password',
  'commentStatus',
  'pingStatus',
  'date',
  'featuredMedia',
  'sticky',
  'template',
  'format',
] as const;
const ALL = new Set<string>([...PLAIN, 'status', 'terms', 'meta']);

const NEW_ENTRY = {
  title: '',
  content: '',
  excerpt: '',
  status: 'draft',
  slug: '',
  author: 0,
  parent: 0,
  menuOrder: 0,
  password: '',
  commentStatus: '',
  pingStatus: '',
};

interface EntryWriteDescription {
  readonly type: string;
  readonly before: FullEntry | undefined;
  readonly changes: EntryPatch;
  readonly principal: Principal;
  readonly model: ContentModel;
}

/** The changes after the hooks of the write. An automatic draft is not written by anyone yet. */
export async function decideChanges(
  hooks: WriteHooks,
  tx: Transaction,
  write: EntryWriteDescription,
): Promise<EntryPatch> {
  if (!hooks.has('entry', write.type)) return write.changes;
  const { before } = write;
  const isNew = !before || before.status === 'auto-draft';
  if ((write.changes.status ?? before?.status) === 'auto-draft') return write.changes;
  const isTrashed = write.changes.status === 'trash' && before?.status !== 'trash';
  const change = new PendingEntry(write, isTrashed ? 'trash' : isNew ? 'create' : 'update');
  await hooks.run('entry', write.type, tx, change);
  return change.changes;
}

/** Calls the hooks for an entry that is about to be deleted; whether there were any. */
export async function beforeEntryDelete(
  hooks: WriteHooks,
  tx: Transaction,
  before: FullEntry,
  { principal, model }: Pick<EntryWriteDescription, 'principal' | 'model'>,
): Promise<boolean> {
  const { type } = before;
  if (!hooks.has('entry', type) || before.status === 'auto-draft') return false;
  await hooks.run('entry', type, tx, new PendingEntry({ type, before, changes: {}, principal, model }, 'delete'));
  return true;
}

class PendingEntry implements Omit<BeforeEntryWrite<never>, 'tx' | 'cause'> {
  readonly id: number | undefined;
  readonly type: never;
  readonly before: Readonly<StoredEntry> | undefined;
  readonly principal: Principal;
  readonly sentFields: Readonly<Record<string, unknown>>;
  changes: EntryPatch;

  constructor(
    private readonly write: EntryWriteDescription,
    readonly action: 'create' | 'update' | 'trash' | 'delete',
  ) {
    this.id = write.before?.id;
    this.type = write.type as never;
    this.before = write.before;
    this.principal = write.principal;
    this.changes = write.changes;
    this.sentFields = write.changes.fields ?? {};
  }

  get next(): EntryValues<never> {
    const { changes } = this;
    const values = PLAIN.filter((name) => changes[name] !== undefined).map((name) => [name, changes[name]]);
    return {
      ...NEW_ENTRY,
      ...(this.before ? pick(this.before) : { author: this.principal.id }),
      ...Object.fromEntries(values),
      status: changes.status ?? this.before?.status ?? NEW_ENTRY.status,
      terms: Object.fromEntries(changes.terms ?? []),
      meta: this.meta as never,
    } as EntryValues<never>;
  }

  get becomesPublished(): boolean {
    const { changes, before } = this;
    const now = utcText(new Date());
    const dateGmt = changes.date?.gmt ?? (changes.date === undefined ? before?.dateGmt : undefined) ?? now;
    const status = resolveStatus(changes.status ?? before?.status ?? '', dateGmt, now);
    return this.action !== 'delete' && status === 'publish' && before?.status !== 'publish';
  }

  set({ status, terms, meta, ...values }: Partial<EntryValues<never>>): void {
    if (this.action === 'trash' || this.action === 'delete')
      throw new TypeError(`An entry that is ${this.action === 'trash' ? 'trashed' : 'deleted'} cannot be changed.`);
    const unknown = Object.keys(values).find((name) => !ALL.has(name));
    if (unknown !== undefined) throw new TypeError(`Entries have no value "${unknown}" that a hook can set.`);
    this.changes = {
      ...this.changes,
      ...(values as EntryPatch),
      ...(status !== undefined && { status }),
      ...(terms && { terms: new Map([...(this.changes.terms ?? []), ...Object.entries(terms)]) }),
      ...(meta && { meta: this.withMeta(meta) }),
    };
  }

  /** Declared meta only: the service's own is stored in other forms. */
  private get meta(): Record<string, unknown> {
    const stored = new Map((this.changes.meta ?? []).map(({ key, values }) => [key, values]));
    const fields = this.fields.filter(({ key }) => stored.has(key));
    const values = fields.length > 0 ? (shownMeta(fields, stored) as Record<string, unknown>) : {};
    for (const [key, texts] of stored) if (texts.length === 0 && Object.hasOwn(values, key)) values[key] = null;
    return values;
  }

  private get fields() {
    return this.write.model.metaOf('post', this.write.type);
  }

  private withMeta(meta: Readonly<Record<string, unknown>>): MetaChange[] {
    const changed = Object.entries(meta).map(([key, value]): MetaChange => {
      const field = this.fields.find((field) => field.key === key);
      if (!field) throw new TypeError(`The content type "${this.write.type}" declares no meta "${key}".`);
      const { single, isPrefixed } = field;
      const isDeleted = value === null || value === undefined;
      const issue = isDeleted ? undefined : metaIssue(field, value, key, WP4_ARGS);
      if (issue) throw new TypeError(`A hook sets an invalid value of the meta "${key}": ${issue.message}`);
      const rows = { single, ...(isPrefixed && { isPrefixed }), ...(isIdList(field) && { isOrdered: true }) };
      return { key, ...rows, values: isDeleted ? [] : storedTexts(field, value) };
    });
    const keys = new Set(Object.keys(meta));
    return [...(this.changes.meta ?? []).filter(({ key }) => !keys.has(key)), ...changed];
  }
}

function pick(entry: Readonly<StoredEntry>): Partial<EntryValues> {
  const names = Object.keys(NEW_ENTRY) as (keyof typeof NEW_ENTRY)[];
  return Object.fromEntries(names.map((name) => [name, entry[name]]));
}
