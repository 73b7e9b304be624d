import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { payloadTooLarge, uploadInterrupted, uriTooComplex } from '../errors/catalogue.js';
import { RestError } from '../errors/rest-error.js';
import { mediaType, parseForm, readBody } from './body.js';
import { parseJsonBody } from './json-body.js';
import { DEFAULT_LIMITS, ParameterBuilder, TooManyParameters } from './php-query.js';
import { type KeptFile, type RestRequest, type UploadBody, type UploadedFile } from './rest-request.js';

/** Keeps the bytes of an upload in a file until the route has decided about them. */
export interface Inbox {
  keep(source: AsyncIterable<Uint8Array>, options: { md5: boolean }): Promise<KeptFile>;
  drop(path: string): Promise<void>;
}

export interface UploadLimits {
  /** Largest upload, in bytes. */
  uploadLimit: number;
  /** Largest body that is read as arguments. */
  bodyLimit: number;
  /** Files are taken from any field of a form. */
  everyField?: boolean;
}

/** The field of a form that holds the file. */
const FILE_FIELD = 'file';
const MAX_FILES = 20;
const PARAMETERS = ['application/json', 'application/x-www-form-urlencoded'];

/**
 * The body of a route that takes a file, read only as far as needed: a form's fields are arguments and must be known
 * before the permission check; a bare file is not touched until the route asks for it.
 */
export class IncomingUpload implements UploadBody {
  private readonly kept = new Set<string>();
  private isOver = false;
  private small?: Buffer;

  constructor(
    private readonly message: IncomingMessage,
    private readonly inbox: Inbox,
    private readonly limits: UploadLimits,
  ) {}

  async readArguments(request: RestRequest, keep: boolean): Promise<void> {
    const header = request.header('content-type');
    const type = mediaType(header);
    if (type === 'multipart/form-data') return this.readForm(request, header!, keep);
    if (!PARAMETERS.includes(type)) return;
    this.small = await readBody(this.message, this.limits.bodyLimit);
    if (type === 'application/json') request.json = parseJsonBody(this.small);
    else
      request.form = await parseForm('POST', header, this.small).catch((error: unknown) =>
        Promise.reject(error instanceof TooManyParameters ? uriTooComplex() : error),
      );
  }

  get isAbsent(): boolean {
    const { headers } = this.message;
    return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  }

  get isForm(): boolean {
    return mediaType(this.message.headers['content-type']) === 'multipart/form-data';
  }

  async receive(): Promise<KeptFile> {
    return this.keep(this.small ? [this.small] : this.bytes());
  }

  claim({ path }: KeptFile): void {
    if (this.isOver) throw uploadInterrupted();
    this.kept.delete(path);
  }

  /** Removes what was kept and not claimed. */
  async discard(): Promise<void> {
    this.isOver = true;
    await Promise.all([...this.kept].map((path) => this.inbox.drop(path)));
  }

  private async readForm(request: RestRequest, contentType: string, keep: boolean): Promise<void> {
    const fields = new ParameterBuilder();
    const files: Promise<UploadedFile>[] = [];
    let parser: busboy.Busboy | undefined;
    try {
      parser = this.formParser(contentType);
      parser.on('field', (name, value) => fields.add(name, value));
      parser.on('file', (field, stream, info) => {
        const wanted = keep && (this.limits.everyField || field === FILE_FIELD);
        files.push(this.part(field, info, wanted ? (stream as AsyncIterable<Uint8Array>) : undefined));
        if (!wanted) stream.resume();
      });
      await this.feed(parser);
    } catch (error) {
      parser?.destroy();
      await Promise.allSettled(files);
      if (error instanceof RestError) throw error;
      // A broken form yields what could be read of it.
    }
    request.form = fields.finish();
    request.files = (await Promise.allSettled(files)).flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    request.hasFiles = files.length > 0;
  }

  private formParser(contentType: string): busboy.Busboy {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { fields: DEFAULT_LIMITS.pairs, files: MAX_FILES, fieldSize: this.limits.bodyLimit },
    });
  }

  private async feed(parser: busboy.Busboy): Promise<void> {
    const closed = new Promise<void>((done, failed) => parser.once('close', done).once('error', failed));
    closed.catch(() => undefined);
    for await (const chunk of this.limited(this.bytes())) {
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), closed]);
    }
    parser.end();
    await closed;
  }

  /** Breaking off does not close the connection: the answer still has to go out on it. */
  private bytes(): AsyncIterable<Uint8Array> {
    return this.message.iterator({ destroyOnReturn: false });
  }

  private async part(
    field: string,
    info: busboy.FileInfo,
    bytes: AsyncIterable<Uint8Array> | undefined,
  ): Promise<UploadedFile> {
    const kept = bytes ? await this.keep(bytes) : { path: '', size: 0 };
    return { field, filename: info.filename ?? '', type: info.mimeType, ...kept };
  }

  private async keep(source: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<KeptFile> {
    const file = await this.inbox.keep(this.limited(source), {
      md5: this.message.headers['content-md5'] !== undefined,
    });
    this.kept.add(file.path);
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
      throw this.message.complete || error instanceof RestError ? error : uploadInterrupted();
    }
  }
}
