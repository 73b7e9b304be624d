import { payloadTooLarge, uploadInterrupted, uriTooComplex } from '../errors/catalogue.js';
import { RestError } from '../errors/rest-error.js';
import { mediaType, parseForm, readBody, parseJsonBody } from './body.js';
import { type FilePart, readMultipart, TruncatedPart } from './multipart.js';
import { type AdmittedRequest } from './request-slot.js';
import { TooManyParameters } from '../../text/php/php-query.js';
import { type ReceivedFile, type RestRequest, type UploadBody, type UploadedFile } from './rest-request.js';

/** Stores the bytes of an upload in a file until the route has decided what to do with them. */
export interface Inbox {
  save(source: AsyncIterable<Uint8Array>, options: { md5: boolean }): Promise<ReceivedFile>;
  drop(path: string): Promise<void>;
}

export interface UploadLimits {
  /** Largest upload, in bytes. */
  uploadLimit: number;
  /** Maximum size of a body that is read as arguments. */
  bodyLimit: number;
  /** Files are accepted in any field of a form. */
  everyField?: boolean;
}

/** The form field that contains the file. */
const FILE_FIELD = 'file';
const NOT_SAVED: ReceivedFile = { path: '', size: 0 };
const PARAMETERS = ['application/json', 'application/x-www-form-urlencoded'];

/**
 * The body of a route that accepts a file, read only as far as needed: a form's fields are arguments and must be known
 * before the permission check; a raw file is not read until the route receives it.
 */
export class IncomingUpload implements UploadBody {
  private readonly saved = new Set<string>();
  private isOver = false;
  private small?: Buffer;

  constructor(
    private readonly message: AdmittedRequest,
    private readonly inbox: Inbox,
    private readonly limits: UploadLimits,
  ) {}

  async readArguments(request: RestRequest, keep: boolean): Promise<void> {
    const header = request.header('content-type');
    const type = mediaType(header);
    try {
      if (type === 'multipart/form-data') return await this.readForm(request, header!, keep);
      if (!PARAMETERS.includes(type)) return;
      this.small = await readBody(this.message, this.limits.bodyLimit);
      if (type === 'application/json') request.json = parseJsonBody(this.small);
      else request.form = await parseForm('POST', header, this.small);
    } catch (error) {
      throw error instanceof TooManyParameters ? uriTooComplex() : error;
    }
  }

  get isAbsent(): boolean {
    const { headers } = this.message;
    return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  }

  get isForm(): boolean {
    return mediaType(this.message.headers['content-type']) === 'multipart/form-data';
  }

  async receive(): Promise<ReceivedFile> {
    return this.save(this.limited(this.small ? [this.small] : this.bytes()));
  }

  claim({ path }: ReceivedFile): void {
    if (this.isOver) throw uploadInterrupted();
    this.saved.delete(path);
  }

  /** Deletes stored files that were not claimed. */
  async discard(): Promise<void> {
    this.isOver = true;
    await Promise.all([...this.saved].map((path) => this.inbox.drop(path)));
  }

  private async readForm(request: RestRequest, contentType: string, keep: boolean): Promise<void> {
    request.form = await readMultipart(this.limited(this.bytes()), contentType, {
      fieldBytes: this.limits.bodyLimit,
      onFile: async (part) => {
        request.hasFiles = true;
        const isStored = keep && (this.limits.everyField || part.field === FILE_FIELD);
        request.files.push(await this.receivePart(part, isStored));
      },
    });
  }

  /** A part that is not accepted, or did not arrive completely, has no path. */
  private async receivePart({ bytes, ...part }: FilePart, isStored: boolean): Promise<UploadedFile> {
    try {
      return { ...part, ...(isStored ? await this.save(bytes) : NOT_SAVED) };
    } catch (error) {
      if (error instanceof TruncatedPart) return { ...part, ...NOT_SAVED };
      throw error;
    }
  }

  /** Leaving the loop does not close the connection: the response still has to be sent on it. */
  private bytes(): AsyncIterable<Uint8Array> {
    // It may take minutes to receive a file.
    if (!this.message.complete) this.message.slot?.release();
    return this.message.iterator({ destroyOnReturn: false });
  }

  private async save(source: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const file = await this.inbox.save(source, { md5: this.message.headers['content-md5'] !== undefined });
    this.saved.add(file.path);
    // The client disconnected while the last bytes were being written, after `discard` had run.
    if (this.isOver) {
      await this.discard();
      throw uploadInterrupted();
    }
    return file;
  }

  private async *limited(source: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
    const { uploadLimit } = this.limits;
    if (Number(this.message.headers['content-length'] ?? 0) > uploadLimit) throw payloadTooLarge(uploadLimit);
    let size = 0;
    try {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > uploadLimit) throw payloadTooLarge(uploadLimit);
        yield chunk;
      }
    } catch (error) {
      // Whether or not all bytes have arrived: those that were not read yet are lost with the connection.
      throw error instanceof RestError ? error : uploadInterrupted();
    }
  }
}
