import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Principal } from '../../access/index.js';
import { Database, lockNames, OptionsStore, type Transaction } from '../../database/index.js';
import { FormerAddressesService, type RedirectTarget } from '../../modules/addresses/index.js';
import { invalidParams, RestError } from '../../rest/errors/index.js';
import { type Site, SiteService } from '../../site/index.js';
import { readCsv } from '../../text/index.js';
import { AuditLogService } from '../audit-log/audit-log.service.js';
import { hashOf, keysOf, redirectKey, redirectLoops, sourceOf, targetOf } from './redirect-address.js';
import { type Redirect } from './redirect.entity.js';
import { RedirectsStore } from './redirects.store.js';

/**
 * The number of redirects: without any, addresses at which there is nothing cost no query. Every write changes the option, and so
 * discards cached responses that say what is at an address.
 */
const COUNT_OPTION = 'nestpress_redirects';
const STATUSES = [301, 302];
const MAX_REDIRECTS = 20_000;
const MAX_PROBLEMS = 100;

export interface RedirectValues {
  readonly source: string;
  readonly target: string;
  readonly status: number;
}

export interface ImportResult {
  readonly imported: number;
  readonly problems: readonly { line: number; message: string }[];
}

interface WriteOptions {
  /** Redirects that the rows replace. */
  readonly deleted?: readonly number[];
  /** In the audit log. */
  readonly name?: string;
  /** Takes the lines of rows that cannot be written; without it, such a row is an error. */
  readonly problems?: { line: number; message: string }[];
}

const NO_SOURCE = 'It must be a path such as /old/, or a URL, and not the home page.';
const NO_STATUS = `It must be one of ${STATUSES.join(', ')}.`;
const NO_TARGET = 'It must be a path such as /new/, or a URL that begins with https:// or http://.';
const LOOP = 'It would lead back to itself.';

const unknownRedirect = () => new RestError('rest_redirect_invalid_id', 'There is no such redirect.', 404);
const tooMany = () => new RestError('rest_too_many_redirects', `A site has at most ${MAX_REDIRECTS} redirects.`, 409);

/** The redirects of the site, which apply where there is nothing at an address. */
@Injectable()
export class RedirectsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly rows: RedirectsStore,
    private readonly addresses: FormerAddressesService,
    private readonly site: SiteService,
    private readonly audit: AuditLogService,
  ) {}

  onModuleInit(): void {
    this.addresses.redirects = (site, address) => this.at(site, address);
  }

  page(filter: { search: string; limit: number; offset: number }) {
    return this.rows.page(filter);
  }

  async find(id: number): Promise<Redirect> {
    const redirect = await this.rows.byId(id);
    if (!redirect) throw unknownRedirect();
    return redirect;
  }

  async create(values: RedirectValues, by: Principal): Promise<Redirect> {
    const row = checked(values);
    const [existing] = await this.rows.byHashes([row.hash]);
    if (existing) throw invalidParams({ source: 'There is a redirect from this address already.' });
    await this.write([row], by, 'created');
    return (await this.rows.byHashes([row.hash]))[0]!;
  }

  async update(id: number, changes: Partial<RedirectValues>, by: Principal): Promise<Redirect> {
    const before = await this.find(id);
    const row = checked({ ...before, ...changes });
    const [existing] = await this.rows.byHashes([row.hash]);
    if (existing && existing.id !== id)
      throw invalidParams({ source: 'There is a redirect from this address already.' });
    await this.write([row], by, 'updated', { deleted: row.hash === before.hash ? [] : [id] });
    return (await this.rows.byHashes([row.hash]))[0]!;
  }

  async delete(id: number, by: Principal): Promise<Redirect> {
    const redirect = await this.find(id);
    await this.write([], by, 'deleted', { deleted: [id], name: redirect.source });
    return redirect;
  }

  /** Lines of old and new address, perhaps with a status; lines that cannot be used are reported, all others are stored. */
  async import(csv: string, by: Principal): Promise<ImportResult> {
    const problems: { line: number; message: string }[] = [];
    const rows = new Map<string, ReturnType<typeof checked> & { line: number }>();
    for (const { line, cells } of readCsv(csv)) {
      const [source = '', target = '', status = ''] = cells.map((cell) => cell.trim());
      const isHeading = line === 1 && sourceOf(source) === undefined && targetOf(target) === undefined;
      if (isHeading || (source === '' && target === '')) continue;
      const problem =
        (sourceOf(source) === undefined && `"${source}": ${NO_SOURCE}`) ||
        (targetOf(target) === undefined && `"${target}": ${NO_TARGET}`) ||
        (status !== '' && !STATUSES.includes(Number(status)) && `"${status}": ${NO_STATUS}`);
      if (problem) problems.push({ line, message: problem });
      else {
        const row = checked({ source, target, status: status === '' ? 301 : Number(status) });
        rows.set(row.hash, { ...row, line });
      }
    }
    const written = await this.write([...rows.values()], by, 'imported', { problems });
    problems.sort((a, b) => a.line - b.line);
    return { imported: written, problems: problems.slice(0, MAX_PROBLEMS) };
  }

  /** With a query, the redirect of exactly this address; else that of its path. */
  private async at(site: Site, address: string): Promise<RedirectTarget | undefined> {
    if (site.integer(COUNT_OPTION) === 0) return undefined;
    const hashes = keysOf(address).map(hashOf);
    const found = await this.rows.byHashes(hashes);
    const redirect = hashes.map((hash) => found.find((row) => row.hash === hash)).find((row) => row !== undefined);
    if (!redirect) return undefined;
    const { target, status } = redirect;
    return { link: target.startsWith('/') ? site.home + target : site.publicUrl(target), status };
  }

  /** Rows that lead back to themselves are not written: a problem of their line, or an error. */
  private async write(
    rows: readonly (ReturnType<typeof checked> & { line?: number })[],
    by: Principal,
    action: 'created' | 'updated' | 'deleted' | 'imported',
    { deleted = [], name, problems }: WriteOptions = {},
  ): Promise<number> {
    const { home } = await this.site.current();
    return this.database.transaction(async (tx) => {
      await lockNames(tx, this.database, ['redirects']);
      const all = await this.rows.all(tx);
      const next = new Map(
        [...all.filter(({ id }) => !deleted.includes(id)), ...rows].map(({ source, target }) => [
          redirectKey(source),
          target.startsWith(`${home}/`) ? target.slice(home.length) : target,
        ]),
      );
      if (next.size > MAX_REDIRECTS) throw tooMany();
      const looping = redirectLoops(next);
      const loops = new Set(rows.filter(({ source }) => looping.has(redirectKey(source))));
      if (loops.size > 0 && !problems) throw invalidParams({ target: LOOP });
      problems?.push(...[...loops].map(({ line = 0 }) => ({ line, message: LOOP })));
      const written = rows.filter((row) => !loops.has(row));
      if (deleted.length > 0) await this.rows.delete(tx, deleted);
      await this.rows.write(
        tx,
        written.map(({ source, hash, target, status }) => ({ source, hash, target, status })),
      );
      await this.count(tx);
      const objectName = name ?? (written.length === 1 ? written[0]!.source : String(written.length));
      await this.audit.add(tx, `redirect.${action}`, by, {
        objectType: 'redirect',
        objectId: deleted[0] ?? 0,
        objectName: objectName.slice(0, 190),
        details: written.length === 1 ? { target: written[0]!.target } : {},
      });
      return written.length;
    });
  }

  private async count(tx: Transaction): Promise<void> {
    await this.options.set(tx, COUNT_OPTION, await this.rows.count(tx));
  }
}

function checked({ source: from, target: to, status }: RedirectValues) {
  const [source, target] = [sourceOf(from), targetOf(to)];
  if (source === undefined || target === undefined || !STATUSES.includes(status))
    throw invalidParams({
      ...(source === undefined && { source: NO_SOURCE }),
      ...(target === undefined && { target: NO_TARGET }),
      ...(!STATUSES.includes(status) && { status: NO_STATUS }),
    });
  return { source, hash: hashOf(redirectKey(source)), target, status };
}
