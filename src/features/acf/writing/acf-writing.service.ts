import { Inject, Injectable } from '@nestjs/common';
import { type FieldRequest, type MetaObject } from '../../../content-model/index.js';
import { Database, META_ENTITIES, metaRows, type Transaction } from '../../../database/index.js';
import { EntriesStore, type Entry, EntryTerms } from '../../../modules/entries/index.js';
import { recountTerms } from '../../../modules/terms/index.js';
import { ArgIssue, FULL_SCHEMA, sanitizeValue, validateValue, type ValueSchema } from '../../../rest/args/index.js';
import { invalidParams } from '../../../rest/errors/index.js';
import { SiteService } from '../../../site/index.js';
import { isMap, isUnset } from '../../../text/index.js';
import { Post } from '../../../database/entities/index.js';
import { filterPostHtml } from '../../../text/sanitize/kses.js';
import { PROFILE, type Profile } from '../../../variant/profile.js';
import { AcfFieldsService } from '../acf-fields.service.js';
import { acfSchema } from '../acf-schema.js';
import { type PlacedField } from '../definitions/placed-fields.js';
import { type FieldSet } from '../field-sets.js';
import { FORM_MEMBER, missingValues } from '../forms/form-fields.js';
import { type FormIssues, formValues } from '../forms/form-values.js';
import { readAll } from '../values/field-format.js';
import { ItemRowsStore } from '../values/item-rows.store.js';
import { ItemValues } from '../values/item-values.js';
import { checkValue, namedIds, type NamedObjects } from './value-checks.js';
import { ValueChanges } from './value-changes.js';

/** What a request writes to. */
export interface WriteTarget {
  readonly kind: MetaObject;
  readonly subtype: string | undefined;
  readonly id: number;
}

/** What the columns of meta keys can hold. */
const MAX_KEY = 255;

type Values = Readonly<Record<string, unknown>>;

/** Entries that may lack required values. */
const DRAFTS: ReadonlySet<string> = new Set(['draft', 'pending', 'auto-draft']);

/** Writes the values of fields as the plugin does: value and reference rows, nested ones with their parents. */
@Injectable()
export class AcfWritingService {
  constructor(
    private readonly reading: AcfFieldsService,
    private readonly rows: ItemRowsStore,
    private readonly entries: EntriesStore,
    private readonly sites: SiteService,
    private readonly database: Database,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async write(tx: Transaction, target: WriteTarget, value: unknown, request: FieldRequest): Promise<void> {
    if (!isMap(value)) return;
    const set = await this.reading.setOf(target, request, tx);
    if (!set) return;
    const stored = await this.storedRows(tx, target);
    await this.apply(tx, target, stored, await this.changesOf(tx, set, value, stored, request));
  }

  /** The values of a form, which has all groups that are on the item. */
  async writeForm(tx: Transaction, target: WriteTarget, sent: unknown, request: FieldRequest): Promise<void> {
    const set = await this.reading.setOf(target, request, tx, this.reading.sets.all);
    if (!set) return;
    const stored = await this.storedRows(tx, target);
    const isDraft = await this.isDraft(tx, target, request.param('status'));
    await this.apply(tx, target, stored, await this.formChangesOf(tx, set, sent, stored, request, { isDraft }));
  }

  /** The rows that the values of a form change; it fails if they are not valid. Drafts may lack required ones. */
  async formChangesOf(
    tx: Transaction,
    set: FieldSet,
    sent: unknown,
    stored: ReadonlyMap<string, string>,
    request: FieldRequest,
    { isDraft = false }: { isDraft?: boolean } = {},
  ): Promise<ValueChanges> {
    // PHP's empty object is an empty list.
    const values = await this.ofForm(tx, set, isMap(sent) ? sent : {}, stored, isDraft);
    return this.changes(set, values, stored, request);
  }

  /** `requested`: the status that the request sets, if any. */
  private async isDraft(tx: Transaction, { kind, id }: WriteTarget, requested: unknown): Promise<boolean> {
    const entry = kind === 'post' ? await this.rows.entry(id, tx) : undefined;
    return entry !== undefined && DRAFTS.has(typeof requested === 'string' ? requested : entry.status);
  }

  private async storedRows(tx: Transaction, { kind, id }: WriteTarget): Promise<ReadonlyMap<string, string>> {
    const stored = new Map<string, string>();
    for (const { key, value } of await metaRows(tx, this.database, kind, [id]))
      if (!stored.has(key!)) stored.set(key!, value ?? '');
    return stored;
  }

  /** The rows that the values of a request change; it fails if they are not valid. */
  async changesOf(
    tx: Transaction,
    set: FieldSet,
    value: unknown,
    stored: ReadonlyMap<string, string>,
    request: FieldRequest,
  ): Promise<ValueChanges> {
    return this.changes(
      set,
      await this.checked(tx, set.fields, value as Values, request.param('acf')),
      stored,
      request,
    );
  }

  private changes(
    { fields, all }: FieldSet,
    values: Values,
    stored: ReadonlyMap<string, string>,
    request: FieldRequest,
  ): ValueChanges {
    const rules = this.profile.text.rules;
    const isTrusted = request.principal.can('unfiltered_html');
    const filter = (text: string) => (isTrusted || !text.includes('<') ? text : filterPostHtml(text, rules));
    const changes = new ValueChanges(stored, filter);
    changes.setNamed(fields, all, values);
    const tooLong = [...changes.rows].find(([key, text]) => text !== undefined && key.length > MAX_KEY)?.[0];
    if (tooLong !== undefined)
      throw invalidParams({ acf: `The key of a value would have more than ${MAX_KEY} characters (${tooLong}).` });
    return changes;
  }

  /** The values of a form, which sends those that changed. */
  private async ofForm(
    tx: Transaction,
    { fields, light }: FieldSet,
    value: Values,
    stored: ReadonlyMap<string, string>,
    isDraft: boolean,
  ): Promise<Values> {
    const issues: FormIssues = new Map();
    const values = formValues(fields, value, issues);
    const problem = await this.objectProblem(tx, fields, values);
    if (problem) issues.set(...problem);
    if (!isDraft) {
      const before = readAll(light, new ItemValues(0, stored), '', { hidesSecrets: false });
      for (const path of missingValues(fields, { ...before, ...values })) issues.set(path, 'A value is required.');
    }
    if (issues.size > 0)
      throw invalidParams(
        Object.fromEntries([...issues].map(([path, message]) => [`${FORM_MEMBER}.${path}`, message])),
      );
    return values;
  }

  /** The first field, with what is wrong with what its value names. */
  private async objectProblem(
    tx: Transaction,
    fields: readonly PlacedField[],
    values: Values,
  ): Promise<[name: string, message: string] | undefined> {
    const objects = await this.namedObjects(tx, fields, values);
    for (const field of fields) {
      const value = values[field.name];
      const problem = isUnset(value) ? undefined : checkValue(field, value, objects);
      if (problem) return [field.name, problem.message];
    }
    return undefined;
  }

  private async namedObjects(tx: Transaction, fields: readonly PlacedField[], values: Values): Promise<NamedObjects> {
    const named = namedIds(fields, values);
    return {
      entries: await this.rows.kinds(named.entries, tx),
      roles: await this.rows.roles(named.users, tx),
    };
  }

  /** The values by the schema of the item, whose groups are known only now. */
  private async checked(
    tx: Transaction,
    fields: readonly PlacedField[],
    value: Values,
    sent: unknown,
  ): Promise<Values> {
    const schema = acfSchema(fields) as ValueSchema;
    const issue = validateValue(value, schema, 'acf', FULL_SCHEMA);
    if (issue) throw this.invalid(issue);
    const raw = isMap(sent) ? (sent as Values) : value;
    const objects = await this.namedObjects(tx, fields, raw);
    for (const field of fields) {
      if (!Object.hasOwn(raw, field.name)) continue;
      const problem = checkValue(field, raw[field.name], objects);
      if (problem) throw this.invalid(problem);
    }
    return sanitizeValue(value, schema, FULL_SCHEMA) as Values;
  }

  private invalid(issue: ArgIssue) {
    return invalidParams({ acf: issue }, this.profile.rest.detailsInvalidArguments);
  }

  private async apply(
    tx: Transaction,
    { kind, id }: WriteTarget,
    stored: ReadonlyMap<string, string>,
    changes: ValueChanges,
  ): Promise<void> {
    await this.writeRows(tx, kind, id, stored, changes.rows);
    if (kind !== 'post') return;
    if (changes.terms.size > 0) await this.assignTerms(tx, id, changes.terms);
    if (changes.attachments.size > 0)
      await tx.update(Post, { id: [...changes.attachments], type: 'attachment', parent: 0 }, { parent: id });
  }

  private async writeRows(
    tx: Transaction,
    kind: MetaObject,
    owner: number,
    stored: ReadonlyMap<string, string>,
    rows: ReadonlyMap<string, string | undefined>,
  ): Promise<void> {
    const entity = META_ENTITIES[kind];
    const deleted = [...rows].flatMap(([key, text]) => (text === undefined && stored.has(key) ? [key] : []));
    if (deleted.length > 0) await tx.delete(entity, { owner, key: deleted });
    const added: { owner: number; key: string; value: string }[] = [];
    for (const [key, value] of rows) {
      if (value === undefined) continue;
      if (!stored.has(key)) added.push({ owner, key, value });
      else if (stored.get(key) !== value) await tx.update(entity, { owner, key }, { value });
    }
    if (added.length > 0) await tx.insert(entity, added);
  }

  private async assignTerms(tx: Transaction, id: number, termIds: ReadonlyMap<string, number[]>): Promise<void> {
    const { model } = await this.sites.current();
    const terms = new EntryTerms(tx, this.database, model);
    const write = await terms.assign(id, termIds);
    await write();
    const entry: Pick<Entry, 'status'> | undefined = await this.entries.byId(id, { from: tx, content: false });
    if (entry?.status === 'publish') await recountTerms(tx, this.database, model, [...terms.touched], terms.locked);
  }
}
