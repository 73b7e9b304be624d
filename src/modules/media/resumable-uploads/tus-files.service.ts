import { type IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type Server, type Upload } from '@tus/server';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { UploadInbox } from '../../../platform/uploads/upload-inbox.js';
import { UploadStorage } from '../../../platform/uploads/upload-storage.js';
import { BucketUploadBytes } from './bucket-upload-bytes.js';
import { LocalUploadBytes, type UploadBytes } from './upload-bytes.js';
import { UploadsStore } from './uploads.store.js';

/** The length is known when an upload starts, because of the quota. */
export const EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];
/** Headers of the protocol; those of other layers do not concern it. */
const HEADERS = /^(?:tus-|upload-|content-(?:type|length)$)/;

export interface TusRequest {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  id: string;
  headers: IncomingMessage['headers'];
  body?: AsyncIterable<Uint8Array>;
}

/** The bytes of unfinished uploads, which the packages of tus read and write. Rows of the database describe them. */
@Injectable()
export class TusFilesService {
  private readonly bytes: UploadBytes;
  private server?: Promise<Server>;

  constructor(
    private readonly rows: UploadsStore,
    storage: UploadStorage,
    inbox: UploadInbox,
    @Inject(CONFIG) { uploadsDir, s3 }: Config,
  ) {
    this.bytes = s3 ? new BucketUploadBytes(storage, inbox) : new LocalUploadBytes(uploadsDir);
  }

  async handle({ method, id, headers, body }: TusRequest): Promise<{ status: number; text: string }> {
    const server = await (this.server ??= this.open());
    const tusHeaders = Object.entries(headers).filter(
      (pair): pair is [string, string] => HEADERS.test(pair[0]) && typeof pair[1] === 'string',
    );
    // The name of a new upload travels in the address, too.
    const request = new Request(`http://localhost/uploads/${id}`, {
      method,
      headers: tusHeaders,
      ...(body && { body: ReadableStream.from(body), duplex: 'half' }),
    } as RequestInit);
    const response = await server.handleWeb(request);
    return { status: response.status, text: await response.text() };
  }

  /** `Upload-Metadata`: names with values in Base64. Throws if it is malformed. */
  async parseMetadata(header: string): Promise<Record<string, string | null>> {
    const { Metadata } = await import('@tus/server');
    return Metadata.parse(header);
  }

  read(id: string): AsyncIterable<Uint8Array> {
    return this.bytes.read(id);
  }

  /** Number of received bytes; 0 if there are none. */
  size(id: string): Promise<number> {
    return this.bytes.size(id);
  }

  delete(id: string): Promise<void> {
    return this.bytes.delete(id);
  }

  private async open(): Promise<Server> {
    const { Server: TusServer } = await import('@tus/server');
    const datastore = await this.bytes.open((id) => this.describe(id));
    datastore.extensions = EXTENSIONS;
    return new TusServer({
      path: '/uploads',
      datastore,
      namingFunction: ({ url }) => url.slice(url.lastIndexOf('/') + 1),
    });
  }

  private async describe(id: string): Promise<Upload | undefined> {
    const row = await this.rows.find(id);
    if (!row) return undefined;
    const { Upload: TusUpload } = await import('@tus/server');
    return new TusUpload({
      id,
      size: Number(row.size),
      offset: await this.size(id),
      metadata: JSON.parse(row.metadata) as Record<string, string | null>,
      creation_date: new Date(Number(row.createdAt)).toISOString(),
    });
  }
}
