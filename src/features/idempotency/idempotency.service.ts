import { createHash, randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type Response } from 'express';
import { addressGroup } from '../../access/authentication/index.js';
import { type CommitCheck, Database, withoutCommitCheck } from '../../database/index.js';
import { type JobResult, JobsService } from '../../platform/jobs/index.js';
import { RestError } from '../../rest/errors/index.js';
import { mediaType, type RequestContext } from '../../rest/http/index.js';
import { type WireReply } from '../../rest/response/index.js';
import { type RestExchange } from '../../rest/route/index.js';
import { wallClock } from '../../telemetry/index.js';
import { type RepeatedWrites, RepeatedWritesService } from '../../rest/repeated-writes.service.js';
import { type RestExpressRequest } from '../../rest/observe/index.js';
import { type IdempotencyKey } from './idempotency-key.entity.js';
import { IdempotencyKeysStore, LEASE_MS, type Quota, STORED_MS } from './idempotency-keys.store.js';
import { decrypt, encrypt, interceptResponse } from './stored-response.js';

const HEADER = 'idempotency-key';
const CLEAN_UP = 'idempotency.clean-up';

const MEGABYTE = 1024 * 1024;
/** Keys within 24 hours, and bytes of stored responses. */
const ACCOUNT_QUOTA = { keys: 20_000, bytes: 16 * MEGABYTE };
/** Quota of an anonymous client. */
const ADDRESS_QUOTA = { keys: 1000, bytes: MEGABYTE };

const invalidKey = () =>
  new RestError('rest_idempotency_key_invalid', 'Idempotency-Key must have 1 to 255 printable characters.', 400);
const otherRequest = () =>
  new RestError('rest_idempotency_key_reused', 'This Idempotency-Key was used for another request.', 422);
const inProgress = () =>
  new RestError(
    'rest_idempotency_in_progress',
    'The request with this Idempotency-Key is in progress.',
    409,
  ).withHeaders({ 'Retry-After': '1' });
const tooManyKeys = (waitMs: number) =>
  new RestError(
    'rest_idempotency_too_many_keys',
    'Too many Idempotency-Keys were used in 24 hours. Without one the request is carried out.',
    429,
  ).withHeaders({ 'Retry-After': String(Math.ceil(waitMs / 1000)) });
const responseLost = () =>
  new RestError(
    'rest_idempotency_response_lost',
    'The request with this Idempotency-Key was carried out, but its response is not available.',
    409,
  );

/** Repeats the stored response of a write with the same `Idempotency-Key`. */
@Injectable()
export class IdempotencyService implements RepeatedWrites, OnModuleInit {
  readonly parameters = {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A unique text. A repeated request with the same key gets the response of the first one, for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  } as const;
  private readonly logger = new Logger('Idempotency');
  private cleansUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly keys: IdempotencyKeysStore,
    private readonly jobs: JobsService,
    repeated: RepeatedWritesService,
  ) {
    repeated.writes = this;
  }

  onModuleInit(): void {
    this.jobs.register(CLEAN_UP, () => this.cleanUp());
  }

  async find(request: RestExpressRequest, response: Response, exchange: RestExchange): Promise<WireReply | undefined> {
    const { ctx } = exchange;
    const header = ctx.request.header(HEADER);
    if (header === undefined || exchange.endpoint?.isRead) return undefined;
    const key = readKey(header);
    const hash = hashOf(requesterOf(ctx), key);
    const fingerprint = fingerprintOf(ctx, request.restBody);
    const existing = await this.keys.find(hash);
    if (existing) {
      if (existing.fingerprint !== fingerprint) throw otherRequest();
      if (existing.state === 'done') return decrypt(existing.response, key);
      this.assertAbandoned(existing);
    }
    const quota = quotaOf(ctx);
    const waitMs = existing ? 0 : await this.keys.waitFor(quota);
    if (waitMs > 0) throw tooManyKeys(waitMs);
    const claimedBy = randomUUID();
    exchange.repeatable = {
      claim: async (commitCheck) => {
        if (!(await this.keys.claim(hash, fingerprint, claimedBy, quota))) throw inProgress();
        this.carryOut({ hash, claimedBy, key, quota }, response, commitCheck);
        await this.startCleanUp();
      },
    };
    return undefined;
  }

  /** Another request may carry out a write whose process has ended before anything was written. */
  private assertAbandoned({ state, claimedUntil }: IdempotencyKey): void {
    if (state === 'written' && claimedUntil <= wallClock()) throw responseLost();
    if (claimedUntil > wallClock()) throw inProgress();
  }

  /** Marks the key in the transaction of the write, and stores the response before it is sent. */
  private carryOut(
    { hash, claimedBy, key, quota }: { hash: string; claimedBy: string; key: string; quota: Quota },
    response: Response,
    commitCheck: CommitCheck,
  ): void {
    const renewal = setInterval(() => {
      this.keys.renew(hash, claimedBy).catch((error: unknown) => this.warn(error));
    }, LEASE_MS / 3).unref();
    let isWritten = false;
    commitCheck.add(async (tx) => {
      if (!(await this.keys.markWritten(tx, hash, claimedBy))) throw inProgress();
      tx.afterCommit(() => {
        isWritten = true;
      });
    });
    interceptResponse(response, async (reply) => {
      clearInterval(renewal);
      try {
        // A request that wrote nothing can be carried out again.
        const text = isWritten && reply.status < 500 ? encrypt(reply, key, quota.bytes) : undefined;
        if (text !== undefined) await this.keys.storeResponse(hash, claimedBy, text, quota);
        else await this.keys.release(hash, claimedBy);
      } catch (error) {
        this.warn(error);
      }
    });
  }

  private warn(error: unknown): void {
    this.logger.warn(`A response could not be stored: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Once a day while keys are used. */
  private async startCleanUp(): Promise<void> {
    if (performance.now() < this.cleansUntil) return;
    this.cleansUntil = performance.now() + STORED_MS;
    const runAt = new Date(wallClock() + STORED_MS);
    await withoutCommitCheck(() =>
      this.database.transaction((tx) => this.jobs.addUnlessWaiting(tx, CLEAN_UP, {}, { runAt })),
    );
  }

  private async cleanUp(): Promise<JobResult | void> {
    await this.keys.deleteExpired();
    const runAt = new Date(wallClock() + STORED_MS);
    if (await this.keys.isUsed()) return (tx) => this.jobs.addUnlessWaiting(tx, CLEAN_UP, {}, { runAt });
  }
}

/** The draft asks for a quoted text; many clients send it without quotes. */
function readKey(header: string): string {
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw invalidKey();
  return key;
}

/** Anonymous clients are distinguished by their address. */
function requesterOf({ principal, request }: RequestContext): string {
  return principal.isAnonymous ? `address ${request.address}` : `user ${principal.id}`;
}

function quotaOf({ principal, request }: RequestContext): Quota {
  return principal.isAnonymous
    ? { requester: hashOf('quota', `address ${addressGroup(request.address)}`), ...ADDRESS_QUOTA }
    : { requester: hashOf('quota', `user ${principal.id}`), ...ACCOUNT_QUOTA };
}

function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/** An uploaded file, which is not read yet, is recognized by its size, type and name. */
function fingerprintOf({ request }: RequestContext, body: Buffer | undefined): string {
  const { method, route, query } = request;
  const type = mediaType(request.header('content-type'));
  const content = request.upload
    ? ['content-length', 'content-disposition', 'content-md5'].map((name) => request.header(name) ?? '').join('\n')
    : (body ?? '');
  return hashOf(method, route, JSON.stringify(query), type, content);
}
