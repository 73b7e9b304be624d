import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isTruthy, type PhpMap, toInteger } from '../../rest/args/php-values.js';
import { type RequestContext } from '../../rest/route/context.js';
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

/** After a wrong key its sender has to wait this long. */
const PAUSE_MS = 3000;
const LONGEST_SECRET = 500;

type Secret = 'token' | 'key';

/**
 * What workers say to us. Every message but the first proves that it comes from the worker, is fresh, and is said once;
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

  async validateAddress(ctx: RequestContext): Promise<Outcome> {
    const fields = formOf(ctx);
    if (!isTruthy(fields.hash)) return err('lack_of_param');
    const verdict = await this.verify(ctx, 'key', 'ip_validate', fields);
    if (typeof verdict === 'string') return err(verdict === 'missing' ? 'lack_of_api_key' : 'err_hash');
    return ok({ hash: verdict.answer });
  }

  /** Without a proof it is the administrator who starts a pairing. */
  async token(ctx: RequestContext): Promise<Outcome> {
    const fields = formOf(ctx);
    if (!isTruthy(fields.hash)) {
      if (!ctx.principal.can('manage_options') || ctx.request.json) return err('lack_of_param');
      const { token, expiresAt } = await this.pairing.newToken();
      return ok({ token, expires: Math.floor(expiresAt / 1000) });
    }
    const verdict = await this.verify(ctx, 'token', 'token', fields);
    return typeof verdict === 'string' ? err(ofToken(verdict)) : ok({ hash: verdict.answer });
  }

  async saveKey(ctx: RequestContext): Promise<Outcome> {
    const fields = formOf(ctx);
    const { domain_key: secret } = fields;
    if (
      !isTruthy(fields.hash) ||
      typeof secret !== 'string' ||
      secret === '' ||
      secret.length > LONGEST_SECRET ||
      fields.is_linked === undefined
    )
      return err('lack_of_param');
    const verdict = await this.verify(ctx, 'token', 'apikey', fields);
    if (typeof verdict === 'string') return err(ofToken(verdict));
    const mainDomain = typeof fields.main_domain === 'string' ? fields.main_domain.slice(0, LONGEST_SECRET) : '';
    await this.pairing.completePairing({ secret, isLinked: isTruthy(fields.is_linked), mainDomain });
    return ok();
  }

  async cdnStatus(ctx: RequestContext): Promise<Outcome> {
    const fields = formOf(ctx);
    if (!isTruthy(fields.hash)) return err('lack_of_param');
    if (typeof (await this.verify(ctx, 'key', 'cdn_status', fields)) === 'string') return err('callback_fail_hash');
    if (fields.success === undefined || fields.result === undefined) return err('lack_of_param');
    await this.records.reportCdn(fields.success, fields.result);
    return ok();
  }

  async errorDomain(ctx: RequestContext): Promise<Outcome> {
    const fields = formOf(ctx);
    const { main_domain: main, alias } = fields;
    if (!isTruthy(fields.hash) || !isTruthy(main) || !isTruthy(alias)) return err('lack_of_param');
    const verdict = await this.verify(ctx, 'key', 'err_domains', fields);
    if (typeof verdict === 'string') return err('wrong_hash');
    return (await this.records.confirmHost(String(alias).toLowerCase()))
      ? ok({ hash: verdict.answer })
      : err('unknown_alias');
  }

  /** The worker that is paired asks with its key, one that is being paired with the token. */
  async checkImage(ctx: RequestContext): Promise<Outcome> {
    const fields = formOf(ctx);
    if (!isTruthy(fields.hash)) return err('lack_of_param');
    const byToken = await this.verify(ctx, 'token', 'check_img', fields);
    const verdict = typeof byToken === 'string' ? await this.verify(ctx, 'key', 'check_img', fields) : byToken;
    if (typeof verdict === 'string') return err(verdict === 'missing' ? 'lack_of_local_token' : 'mismatch');
    const data = await this.jobs.image(toInteger(fields.data));
    return data ? ok({ data }) : err('unknown_image');
  }

  async images(ctx: RequestContext): Promise<Outcome> {
    const { address } = ctx.request;
    if (this.pausing.has(address)) return err('too_often');
    const fields = messageOf(ctx);
    if (!(await this.isFromWorker(ctx, 'notify_img', fields))) {
      this.pausing.set(address, true);
      return err('wrong_key');
    }
    if (!isTruthy(fields.data)) return err('no notified data');
    if (fields.status === undefined || fields.status === '') return err('no status');
    return ok({ count: await this.jobs.takeImages(fields.status, fields.data) });
  }

  styles(ctx: RequestContext): Promise<Outcome> {
    return this.pages(ctx, 'notify_ucss', (data) => this.jobs.takeStyles(data));
  }

  firstImages(ctx: RequestContext): Promise<Outcome> {
    return this.pages(ctx, 'notify_vpi', (data) => this.jobs.takeFirstImages(data));
  }

  private async pages(
    ctx: RequestContext,
    purpose: string,
    take: (data: unknown) => Promise<number>,
  ): Promise<Outcome> {
    const fields = messageOf(ctx);
    if (!(await this.isFromWorker(ctx, purpose, fields))) return err('wrong_key');
    return isTruthy(fields.data) ? ok({ count: await take(fields.data) }) : err('no notified data');
  }

  private async isFromWorker(ctx: RequestContext, purpose: string, fields: PhpMap): Promise<boolean> {
    return typeof (await this.verify(ctx, 'key', purpose, fields, 'domain_key')) !== 'string';
  }

  private async verify(
    ctx: RequestContext,
    secret: Secret,
    purpose: string,
    { ...fields }: PhpMap,
    member = 'hash',
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

  /** A worker that reaches us by another name than our own may ask later whether that was us. */
  private async noteAlias({ request, site }: RequestContext): Promise<void> {
    const called = (request.header('host') ?? '').toLowerCase();
    if (/^[a-z0-9.-]{1,253}(?::\d{1,5})?$/.test(called) && called !== new URL(site.home).host)
      await this.records.rejectHost(called);
  }
}

function ofToken(verdict: 'missing' | 'wrong'): string {
  return verdict === 'missing' ? 'lack_of_local_token' : 'mismatch';
}

/** Most messages are forms; JSON counts as nothing. */
function formOf({ request }: RequestContext): PhpMap {
  return request.form ?? {};
}

function messageOf({ request }: RequestContext): PhpMap {
  return request.json ?? request.form ?? {};
}
