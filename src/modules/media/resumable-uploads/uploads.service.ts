import { randomBytes } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { MediaService } from '../media.service.js';
import { type MediaValues } from '../media.dto.js';
import { type JobResult } from '../../../platform/jobs/job.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { UploadInbox } from '../../../platform/uploads/upload-inbox.js';
import { RouteCallerService } from '../../../rest/batch/route-caller.service.js';
import { payloadTooLarge } from '../../../rest/errors/catalogue.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { RequestContext } from '../../../rest/http/request-context.js';
import { RestRequest } from '../../../rest/http/rest-request.js';
import { REST_OPTIONS, type RestOptions } from '../../../rest/rest-options.js';
import { type RestExchange } from '../../../rest/route/route.types.js';
import { type ResumableUpload } from './resumable-upload.entity.js';
import { TusFilesService, type TusRequest } from './tus-files.service.js';
import { LIFETIME_MS, UploadsStore } from './uploads.store.js';
import { wallClock } from '../../../telemetry/clock.js';

const VERSION = { 'tus-resumable': '1.0.0' };
const CLEAN_UP = 'uploads.clean-up';
/** Unfinished uploads of a user. */
const QUOTA_FILES = 20;
const QUOTA_BYTES = 5 * 1024 ** 3;
/** Names in `Upload-Metadata` that become values of the attachment. */
const VALUES = ['title', 'caption', 'description', 'alt_text', 'post'] as const;

const unknownUpload = () => new RestError('rest_upload_invalid_id', 'There is no such upload, or it has expired.', 404);
const invalidMetadata = () =>
  new RestError('rest_upload_invalid_metadata', 'Upload-Metadata must have a filename; values are in Base64.', 400);
const invalidLength = () =>
  new RestError('rest_upload_invalid_length', 'Upload-Length must be the size of the file in bytes, at least 1.', 400);
const quotaExceeded = () =>
  new RestError(
    'rest_upload_quota',
    `You have too many unfinished uploads: at most ${QUOTA_FILES}, with ${QUOTA_BYTES / 1024 ** 3} GB in all. Finish or delete one.`,
    409,
  );
const wrongOffset = () => new RestError('rest_upload_protocol', 'Upload-Offset conflict', 409);
const finishedElsewhere = () => new RestError('rest_upload_finished', 'The upload is finished.', 409);

export interface UploadState {
  upload: ResumableUpload;
  /** Received bytes. */
  offset: number;
  expires: Date;
}

/** Uploads that clients continue after an interruption. A finished one is an attachment, as if it had been posted to wp/v2/media. */
@Injectable()
export class UploadsService implements OnModuleInit {
  private readonly finishing = new Map<string, Promise<number>>();
  private cleansUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly rows: UploadsStore,
    private readonly files: TusFilesService,
    private readonly inbox: UploadInbox,
    private readonly routes: RouteCallerService,
    private readonly media: MediaService,
    private readonly jobs: JobsService,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  onModuleInit(): void {
    this.jobs.register(CLEAN_UP, () => this.cleanUp());
  }

  /** Runs the checks of the finished file that need only its name and values, before any byte is sent. */
  async create(ctx: RequestContext, message: IncomingMessage): Promise<UploadState> {
    const metadata = await this.files.parseMetadata(ctx.request.header('upload-metadata') ?? '').catch(() => {
      throw invalidMetadata();
    });
    const length = ctx.request.header('upload-length') ?? '';
    const size = /^\d{1,15}$/.test(length) ? Number(length) : 0;
    if (size === 0) throw invalidLength();
    if (size > this.options.uploadLimit) throw payloadTooLarge(this.options.uploadLimit);
    await this.media.assertNameAllowed(ctx, fileNameOf(metadata));
    await this.authorize(ctx, metadata);
    const upload = {
      id: randomBytes(16).toString('hex'),
      user: ctx.principal.id,
      size,
      metadata: JSON.stringify(metadata),
    };
    const bytes = Math.max(QUOTA_BYTES, this.options.uploadLimit);
    await this.startCleanUp();
    if (!(await this.rows.add(upload, { files: QUOTA_FILES, bytes }))) throw quotaExceeded();
    try {
      return await this.receive(ctx, { method: 'POST', id: upload.id, message });
    } catch (error) {
      // The client does not know the upload.
      await this.forget(upload.id);
      throw error;
    }
  }

  async append(ctx: RequestContext, id: string, message: IncomingMessage): Promise<UploadState> {
    const upload = await this.find(ctx, id);
    if (upload.media === 0) return this.receive(ctx, { method: 'PATCH', id, message });
    // The response to the last part was lost.
    if (ctx.request.header('upload-offset') !== String(upload.size)) throw wrongOffset();
    return stateOf(upload);
  }

  /** Also finishes an upload whose last part was received by a process that was killed. */
  async read(ctx: RequestContext, id: string): Promise<UploadState> {
    const upload = await this.find(ctx, id);
    if (upload.media !== 0) return stateOf(upload);
    // Ends a connection that still holds the upload, so that the offset is final.
    await this.ask({ method: 'HEAD', id, headers: VERSION });
    return this.state(ctx, id);
  }

  async delete(ctx: RequestContext, id: string): Promise<void> {
    const upload = await this.find(ctx, id);
    if (upload.media === 0) await this.ask({ method: 'DELETE', id, headers: VERSION });
    await this.forget(id);
  }

  private async receive(
    ctx: RequestContext,
    { method, id, message }: { method: 'POST' | 'PATCH'; id: string; message: IncomingMessage },
  ): Promise<UploadState> {
    // Leaving the loop does not close the connection: the response still has to be sent on it.
    const body = ctx.request.upload?.isAbsent ? undefined : message.iterator({ destroyOnReturn: false });
    await this.ask({ method, id, headers: message.headers, body });
    return this.state(ctx, id);
  }

  private async ask(request: TusRequest): Promise<void> {
    const { status, text } = await this.files.handle(request);
    if (status >= 400) throw new RestError('rest_upload_protocol', text.trim() || 'Invalid request.', status);
  }

  private async state(ctx: RequestContext, id: string): Promise<UploadState> {
    const upload = await this.find(ctx, id);
    const offset = upload.media === 0 ? await this.files.size(id) : Number(upload.size);
    if (offset < upload.size) return stateOf(upload, offset);
    return stateOf({ ...upload, media: await this.finishOnce(ctx, upload) });
  }

  /** Requests of this process wait for each other; the row decides between processes. */
  private finishOnce(ctx: RequestContext, upload: ResumableUpload): Promise<number> {
    const running = this.finishing.get(upload.id);
    if (running) return running;
    const finishing = this.finish(ctx, upload).finally(() => this.finishing.delete(upload.id));
    this.finishing.set(upload.id, finishing);
    return finishing;
  }

  private async finish(ctx: RequestContext, upload: ResumableUpload): Promise<number> {
    const { id } = upload;
    const present = await this.rows.find(id);
    if (present && present.media !== 0) return present.media;
    const metadata = JSON.parse(upload.metadata) as Record<string, string | null>;
    let media = 0;
    try {
      const exchange = await this.authorize(ctx, metadata);
      // A copy, which no other request can change.
      const { path } = await this.inbox.save(this.files.read(id), { md5: false });
      const file = { path, filename: fileNameOf(metadata) };
      await this.media.create(exchange.ctx, exchange.args as MediaValues, {
        file,
        afterWrite: async (tx, written) => {
          if (!(await this.rows.finish(tx, id, written))) throw finishedElsewhere();
          media = written;
        },
      });
    } catch (error) {
      const winner = await this.rows.find(id);
      if (winner && winner.media !== 0) return winner.media;
      // It would be refused again.
      if (error instanceof RestError && error.status < 500) await this.forget(id);
      throw error;
    }
    await this.files.delete(id);
    return media;
  }

  /** The arguments and the permission of `POST wp/v2/media` with these values. */
  private async authorize(ctx: RequestContext, metadata: Record<string, string | null>): Promise<RestExchange> {
    const { principal, request, site, options } = ctx;
    const inner = new RestRequest('POST', '/wp/v2/media', {}, {}, request.address, 'POST');
    inner.json = Object.fromEntries(
      VALUES.filter((name) => typeof metadata[name] === 'string').map((name) => [name, metadata[name]]),
    );
    const exchange: RestExchange = { ctx: new RequestContext(principal, inner, site, options) };
    exchange.endpoint = this.routes.find(exchange.ctx);
    await this.routes.prepare(exchange);
    await this.routes.assertAllowed(exchange);
    return exchange;
  }

  /** Uploads of other users do not exist for the requester. */
  private async find({ principal }: RequestContext, id: string): Promise<ResumableUpload> {
    const upload = await this.rows.find(id);
    if (upload?.user !== principal.id) throw unknownUpload();
    return upload;
  }

  private async forget(id: string): Promise<void> {
    await this.files.delete(id);
    await this.rows.delete(id);
  }

  /** Once a day while uploads are used. */
  private async startCleanUp(): Promise<void> {
    if (performance.now() < this.cleansUntil) return;
    this.cleansUntil = performance.now() + LIFETIME_MS;
    const runAt = new Date(wallClock() + LIFETIME_MS);
    await this.database.transaction((tx) => this.jobs.addUnlessWaiting(tx, CLEAN_UP, {}, { runAt }));
  }

  private async cleanUp(): Promise<JobResult | void> {
    for (const { id } of await this.rows.expired()) await this.forget(id);
    const runAt = new Date(wallClock() + LIFETIME_MS);
    if (await this.rows.isUsed()) return (tx) => this.jobs.addUnlessWaiting(tx, CLEAN_UP, {}, { runAt });
  }
}

function stateOf(upload: ResumableUpload, offset = Number(upload.size)): UploadState {
  return { upload, offset, expires: new Date(Number(upload.createdAt) + LIFETIME_MS) };
}

/** Clients differ in the name. */
function fileNameOf({ filename, name }: Record<string, string | null>): string {
  const found = filename || name;
  if (!found) throw invalidMetadata();
  return found;
}
