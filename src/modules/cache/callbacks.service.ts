import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isTruthy, type PhpMap, toInteger } from '../../text/php/php-values.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import {
  type CdnStatusDto,
  type CheckImageDto,
  type ErrorDomainDto,
  type NotifyDto,
  type ProofDto,
  type SaveKeyDto,
} from './cache.dto.js';
import { OptimizationsService } from './jobs/optimizations.service.js';
import { PairingService, type Verdict } from './pairing/pairing.service.js';
import { RecordsService } from './records.service.js';

/** Response to workers: always status 200; the body says whether the call succeeded. */
export type Outcome = { _res: 'ok' } | { _res: 'err'; _msg: string };

export function ok<T extends object>(members?: T): T & { _res: 'ok' } {
  return { ...(members as T), _res: 'ok' };
}

function err(code: string): Outcome {
  return { _res: 'err', _msg: code };
}

/** Waiting time after a wrong key. */
const PAUSE_MS = 3000;
const MAX_SECRET_LENGTH = 500;

type Secret = 'token' | 'key';

/**
 * Handles messages of workers. Every message but the first proves that it comes from the worker, is fresh, and is not replayed;
 * nothing is stored before that.
 */
@Injectable()
export class CallbacksService {
  private readonly pausing = new LRUCache<string, true>({ max: 10_000, ttl: PAUSE_MS });

  constructor(
    private readonly pairing: PairingService,
    private readonly records: RecordsService,
    private readonly jobs: OptimizationsService,
  ) {}

  async validateAddress(ctx: RequestContext, { hash }: ProofDto): Promise<Outcome> {
    if (!isTruthy(hash)) return err('lack_of_param');
    const verdict = await this.verify(ctx, 'key', 'ip_validate');
    if (typeof verdict === 'string') return err(verdict === 'missing' ? 'lack_of_api_key' : 'err_hash');
    return ok({ hash: verdict.answer });
  }

  /** Without a proof, the administrator starts a pairing. */
  async token(ctx: RequestContext, { hash }: ProofDto): Promise<Outcome> {
    if (!isTruthy(hash)) {
      if (!ctx.principal.can('manage_options') || ctx.request.json) return err('lack_of_param');
      const { token, expiresAt } = await this.pairing.newToken();
      return ok({ token, expires: Math.floor(expiresAt / 1000) });
    }
    const verdict = await this.verify(ctx, 'token', 'token');
    return typeof verdict === 'string' ? err(ofToken(verdict)) : ok({ hash: verdict.answer });
  }

  async saveKey(ctx: RequestContext, args: SaveKeyDto): Promise<Outcome> {
    const { domain_key: secret, is_linked: linked, main_domain: domain } = args;
    if (
      !isTruthy(args.hash) ||
      typeof secret !== 'string' ||
      secret === '' ||
      secret.length > MAX_SECRET_LENGTH ||
      linked === undefined
    )
      return err('lack_of_param');
    const verdict = await this.verify(ctx, 'token', 'apikey');
    if (typeof verdict === 'string') return err(ofToken(verdict));
    const mainDomain = typeof domain === 'string' ? domain.slice(0, MAX_SECRET_LENGTH) : '';
    await this.pairing.completePairing({ secret, isLinked: isTruthy(linked), mainDomain });
    return ok();
  }

  async cdnStatus(ctx: RequestContext, { hash, success, result }: CdnStatusDto): Promise<Outcome> {
    if (!isTruthy(hash)) return err('lack_of_param');
    if (typeof (await this.verify(ctx, 'key', 'cdn_status')) === 'string') return err('callback_fail_hash');
    if (success === undefined || result === undefined) return err('lack_of_param');
    await this.records.reportCdn(success, result);
    return ok();
  }

  async errorDomain(ctx: RequestContext, { hash, main_domain: main, alias }: ErrorDomainDto): Promise<Outcome> {
    if (!isTruthy(hash) || !isTruthy(main) || !isTruthy(alias)) return err('lack_of_param');
    const verdict = await this.verify(ctx, 'key', 'err_domains');
    if (typeof verdict === 'string') return err('wrong_hash');
    return (await this.records.confirmHost(String(alias).toLowerCase()))
      ? ok({ hash: verdict.answer })
      : err('unknown_alias');
  }

  /** A paired worker authenticates with its key, one that is being paired with the token. */
  async checkImage(ctx: RequestContext, { hash, data: id }: CheckImageDto): Promise<Outcome> {
    if (!isTruthy(hash)) return err('lack_of_param');
    const byToken = await this.verify(ctx, 'token', 'check_img');
    const verdict = typeof byToken === 'string' ? await this.verify(ctx, 'key', 'check_img') : byToken;
    if (typeof verdict === 'string') return err(verdict === 'missing' ? 'lack_of_local_token' : 'mismatch');
    const data = await this.jobs.image(toInteger(id));
    return data ? ok({ data }) : err('unknown_image');
  }

  async images(ctx: RequestContext, { data, status }: NotifyDto): Promise<Outcome> {
    const { address } = ctx.request;
    if (this.pausing.has(address)) return err('too_often');
    if (!(await this.isFromWorker(ctx, 'notify_img'))) {
      this.pausing.set(address, true);
      return err('wrong_key');
    }
    if (!isTruthy(data)) return err('no notified data');
    if (status === undefined || status === '') return err('no status');
    return ok({ count: await this.jobs.takeImages(status, data) });
  }

  styles(ctx: RequestContext, { data }: NotifyDto): Promise<Outcome> {
    return this.pages(ctx, 'notify_ucss', data, () => this.jobs.takeStyles(data));
  }

  firstImages(ctx: RequestContext, { data }: NotifyDto): Promise<Outcome> {
    return this.pages(ctx, 'notify_vpi', data, () => this.jobs.takeFirstImages(data));
  }

  private async pages(
    ctx: RequestContext,
    purpose: string,
    data: unknown,
    take: () => Promise<number>,
  ): Promise<Outcome> {
    if (!(await this.isFromWorker(ctx, purpose))) return err('wrong_key');
    return isTruthy(data) ? ok({ count: await take() }) : err('no notified data');
  }

  private async isFromWorker(ctx: RequestContext, purpose: string): Promise<boolean> {
    const { json, form } = ctx.request;
    const proof = await this.checkProof(ctx, 'key', purpose, json ?? form ?? {}, 'domain_key');
    return typeof proof !== 'string';
  }

  private verify(ctx: RequestContext, secret: Secret, purpose: string): Promise<Verdict> {
    return this.checkProof(ctx, secret, purpose, ctx.request.form ?? {}, 'hash');
  }

  /** Raw: the proof, one member of the message, covers all others as they were sent. */
  private async checkProof(
    ctx: RequestContext,
    secret: Secret,
    purpose: string,
    { ...fields }: PhpMap,
    member: string,
  ): Promise<Verdict> {
    const proof = typeof fields[member] === 'string' ? fields[member] : '';
    delete fields[member];
    const statement = { purpose, fields };
    const verdict = await (secret === 'token'
      ? this.pairing.byToken(proof, statement)
      : this.pairing.byKey(proof, statement));
    if (typeof verdict !== 'string') await this.noteAlias(ctx);
    return verdict;
  }

  /** A worker that reached this site under another host name can later ask to confirm that name. */
  private async noteAlias({ request, site }: RequestContext): Promise<void> {
    const called = (request.header('host') ?? '').toLowerCase();
    if (/^[a-z0-9.-]{1,253}(?::\d{1,5})?$/.test(called) && called !== new URL(site.serviceHome).host)
      await this.records.rejectHost(called);
  }
}

function ofToken(verdict: 'missing' | 'wrong'): string {
  return verdict === 'missing' ? 'lack_of_local_token' : 'mismatch';
}
