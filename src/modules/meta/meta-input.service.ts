import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { isIdList, type MetaField, type MetaObject } from '../../content-model/meta-fields.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { authErrorStatus } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { isMap } from '../../text/php/php-values.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { isInvalidStored, metaIssue, metaValue, storedTexts } from './meta-values.js';
import { MetaReferencesStore, type Reference } from './meta-references.store.js';
import { type MetaChange, MetaStore, type StoredMeta } from './meta.store.js';

/** The object that a client's `meta` is for. */
export interface MetaTarget {
  readonly object: MetaObject;
  /** Undefined for a new object. */
  readonly id?: number;
  readonly fields: readonly MetaField[];
  readonly principal: Principal;
  /** Whether the requester may edit the object; every key requires it, also those that everyone may write. */
  readonly mayEdit: boolean;
}

/** A client's `meta` as changes, and what is wrong with the values that cannot be written. */
export interface ReadMeta {
  readonly changes: MetaChange[];
  readonly error?: RestError;
}

/** Converts the `meta` of requests to changes of rows. */
@Injectable()
export class MetaInputService {
  constructor(
    private readonly store: MetaStore,
    private readonly references: MetaReferencesStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** All keys are validated before any is written, so that an invalid value leaves the object unchanged. */
  async changes(target: MetaTarget, meta: unknown): Promise<MetaChange[]> {
    const { changes, error } = await this.read(target, meta);
    if (error) throw error;
    return changes;
  }

  /**
   * The valid changes in a client's `meta`. Unknown keys are ignored, null deletes. Older releases report the first error,
   * current ones all.
   */
  async read(target: MetaTarget, meta: unknown): Promise<ReadMeta> {
    if (!isMap(meta)) return { changes: [] };
    const fields = target.fields.filter(({ name }) => Object.hasOwn(meta, name));
    const stored = this.profile.rest.comparesStoredMeta ? await this.stored(target, fields) : undefined;
    const changes: MetaChange[] = [];
    const errors: RestError[] = [];
    const referring: MetaField[] = [];
    const values: Record<string, unknown> = {};
    const issues: ArgIssue[] = [];
    for (const field of fields) {
      const result = this.change(target, field, meta[field.name], stored);
      if (result instanceof RestError) errors.push(result);
      else if (result) {
        const value = meta[field.name];
        const isValid = !(result instanceof ArgIssue);
        if (isValid) changes.push(result);
        else issues.push(result);
        referring.push(field);
        values[field.name] = isValid && value !== null ? metaValue(field, value) : value;
      }
    }
    // Also the IDs of values with another problem, so that one response names everything.
    const invalid = new Set(issues.map(({ path }) => path));
    const missing = await this.references.missing(target, referring, values);
    issues.push(...missing.filter(({ path }) => !invalid.has(path)).map(leadsNowhere));
    const [first, ...others] = issues.length > 0 ? [invalidFields(issues), ...errors] : errors;
    if (!first) return { changes };
    return { changes, error: this.profile.rest.detailsInvalidArguments ? RestError.joined([first, ...others]) : first };
  }

  /** Undefined if the value is the stored one, which needs no permission; an issue for fields without a behaviour of WordPress. */
  private change(
    { principal, mayEdit }: MetaTarget,
    field: MetaField,
    value: unknown,
    stored: StoredMeta | undefined,
  ): MetaChange | RestError | ArgIssue | undefined {
    const { key, name, single, isPrefixed } = field;
    const isDeleted = value === null || (!single && Array.isArray(value) && value.length === 0);
    const rows = stored?.get(key) ?? [];
    if (stored && isDeleted && single && rows.length > 0 && isInvalidStored(field, rows[0]!))
      return invalidStored(name);
    if (stored && !single && Array.isArray(value) && value.includes(null)) return invalidStored(name);
    const issue = isDeleted ? undefined : metaIssue(field, value, `meta.${name}`, this.profile.args);
    if (issue) return field.isOwn ? issue : invalidMeta(issue);
    const values = isDeleted ? [] : storedTexts(field, value);
    if (!isDeleted && single && rows.length === 1 && rows[0] === values[0]) return undefined;
    if (!mayEdit || !mayWrite(field, principal)) return cannotWrite(field, principal, isDeleted);
    return { key, single, ...(isPrefixed && { isPrefixed }), ...(isIdList(field) && { isOrdered: true }), values };
  }

  private async stored({ object, id }: MetaTarget, fields: readonly MetaField[]): Promise<StoredMeta> {
    const loaded = id === undefined || fields.length === 0 ? undefined : await this.store.load(object, [id], fields);
    return loaded?.get(id!) ?? new Map<string, string[]>();
  }
}

function leadsNowhere({ path, id, to }: Reference): ArgIssue {
  const issue = new ArgIssue(`${path} is ${id}, which is not the ID of a "${to}".`);
  return Object.assign(issue, { path });
}

/** Everything that is wrong with declared fields, by the path of the value. */
function invalidFields(issues: readonly ArgIssue[]): RestError {
  const [{ code, message }] = issues as [ArgIssue];
  const params = Object.fromEntries(issues.map((issue) => [issue.path ?? '', issue.message]));
  return new RestError(code, message, 400, { status: 400, params });
}

/** The code is that of the violated rule, and its data comes after the status. */
function invalidMeta({ code, message, data }: ArgIssue): RestError {
  const error = new RestError(code, message, 400);
  return data === null ? error : error.withAdditionalData(data);
}

/** A value of another program that clients see as null is not deleted by writing it back. */
function invalidStored(name: string): RestError {
  const message = `The stored value of the custom field ${name} is invalid and cannot be reset.`;
  return new RestError('rest_invalid_stored_value', message, 500);
}

/** Keys with a leading underscore are protected: they need a rule of their own. */
function mayWrite({ key, write }: MetaField, principal: Principal): boolean {
  return write === undefined ? !key.startsWith('_') : principal.can(write);
}

function cannotWrite({ name }: MetaField, principal: Principal, isDeleted: boolean): RestError {
  const status = authErrorStatus(principal);
  const code = isDeleted ? 'rest_cannot_delete' : 'rest_cannot_update';
  return new RestError(code, `You may not edit the custom field ${name}.`, status, { key: name, status });
}
