import { Injectable } from '@nestjs/common';
import { isMap, isTruthy, toText } from '../../text/php/php-values.js';
import { CacheStateStore } from './cache-state.store.js';

const CDN = 'cdn';
const HOSTS = 'rejected_hosts';

/** Reports of workers about the site, and our own findings. */
@Injectable()
export class RecordsService {
  constructor(private readonly state: CacheStateStore) {}

  async cdn(): Promise<CdnStatus> {
    return (await this.state.read<CdnStatus>(CDN)) ?? NO_CDN;
  }

  reportCdn(success: unknown, report: unknown): Promise<void> {
    return this.state.change<CdnStatus, void>(CDN, NO_CDN, (before) => ({
      value: afterReport(before, success, report),
      result: undefined,
    }));
  }

  rejectHost(host: string): Promise<void> {
    return this.state.change<RejectedHost[], void>(HOSTS, [], (hosts) => ({
      value: withRejected(hosts, host),
      result: undefined,
    }));
  }

  confirmHost(host: string): Promise<boolean> {
    return this.state.change<RejectedHost[], boolean>(HOSTS, [], (hosts) => {
      const { found, left } = confirmRejected(hosts, host);
      return { value: left, result: found };
    });
  }
}

/** State of the CDN set-up. All texts are data and never markup. */
interface CdnStatus {
  state: 'none' | 'setup' | 'pending_dns' | 'active' | 'error';
  nameservers: string[];
  cname: string;
  message: string;
  summary: string;
  updatedAt: number;
}

export const NO_CDN: CdnStatus = { state: 'none', nameservers: [], cname: '', message: '', summary: '', updatedAt: 0 };

const MAX_TEXT_LENGTH = 2000;
const MAX_NAMESERVERS = 20;

/** The record after a report: an error, DNS names to enter, the end of the set-up, or an intermediate message. */
export function afterReport(before: CdnStatus, success: unknown, report: unknown, now = Date.now()): CdnStatus {
  const result = isMap(report) ? report : {};
  const message = text(result._msg);
  const next = { ...before, message, updatedAt: now };
  if (!isTruthy(success)) return { ...next, state: 'error' };
  if (isTruthy(result.done)) return { ...next, state: 'active', nameservers: [], cname: '' };
  const nameservers = names(result.nameservers);
  const cname = text(result.cname);
  if (nameservers.length > 0 || cname !== '')
    return { ...next, state: 'pending_dns', nameservers, cname, summary: summary(result.summary) };
  return { ...next, state: before.state === 'none' || before.state === 'error' ? 'setup' : before.state };
}

function names(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : text(value).split(/[\s,]+/);
  return listed
    .map(text)
    .filter((name) => name !== '')
    .slice(0, MAX_NAMESERVERS);
}

function summary(value: unknown): string {
  return value === undefined
    ? ''
    : (isMap(value) || Array.isArray(value) ? JSON.stringify(value) : toText(value)).slice(0, MAX_TEXT_LENGTH);
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_TEXT_LENGTH) : '';
}

/** Host names by which the site was called although they are not its own. */
interface RejectedHost {
  host: string;
  firstAt: number;
  lastAt: number;
  count: number;
}

const CONFIRMABLE_MS = 24 * 3_600_000;
const RETENTION_MS = 10 * CONFIRMABLE_MS;
const MAX_HOSTS = 100;

/** Adds a refusal and drops the oldest ones. */
export function withRejected(hosts: readonly RejectedHost[], host: string, now = Date.now()): RejectedHost[] {
  const existing = hosts.find((entry) => entry.host === host);
  const others = hosts.filter((entry) => entry !== existing && now - entry.lastAt < RETENTION_MS);
  return [...others, { host, firstAt: existing?.firstAt ?? now, lastAt: now, count: (existing?.count ?? 0) + 1 }].slice(
    -MAX_HOSTS,
  );
}

/** Whether the name was refused within the last day; confirming it removes it. */
export function confirmRejected(
  hosts: readonly RejectedHost[],
  host: string,
  now = Date.now(),
): { found: boolean; left: RejectedHost[] } {
  const found = hosts.some((entry) => entry.host === host && now - entry.lastAt < CONFIRMABLE_MS);
  return { found, left: hosts.filter((entry) => now - entry.lastAt < RETENTION_MS && !(found && entry.host === host)) };
}
