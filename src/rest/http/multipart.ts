import { baseName } from '../../text/files.js';
import { decodeUtf8OrLatin1 } from '../../text/php-strings.js';
import { type PhpMap } from '../../text/php/php-values.js';
import { payloadTooLarge } from '../errors/catalogue.js';
import { DEFAULT_LIMITS, ParameterBuilder, TooManyParameters } from '../../text/php/php-query.js';

/** A file of a form. Its bytes are read before the next part, or skipped. */
export interface FilePart {
  /** Name of the form field; empty if the part has none. */
  field: string;
  filename: string;
  type: string;
  /** Throws `TruncatedPart` when the body ends before the part does. */
  bytes: AsyncIterable<Uint8Array>;
}

export interface MultipartOptions {
  /** Maximum total size of all plain fields. */
  fieldBytes: number;
  /** Called for each file in turn. */
  onFile?(part: FilePart): Promise<void>;
}

export class TruncatedPart extends Error {}

const MAX_FILES = 20;
const MAX_PARTS = DEFAULT_LIMITS.pairs + MAX_FILES;
const MAX_HEAD_BYTES = 8192;
const MAX_BOUNDARY = 256;
/** Blanks that RFC 2046 allows between a boundary and its line end. */
const MAX_PADDING = 64;

const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Reads a multipart/form-data body and returns its plain fields. A malformed body gives the fields before the mistake, as
 * in PHP; too many or too large parts are an error. Parts are pulled from the source one at a time, so every failure
 * reaches the caller as a rejection: there is no event that could fail without a listener.
 */
export async function readMultipart(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentType: string,
  { fieldBytes, onFile }: MultipartOptions,
): Promise<PhpMap> {
  const fields = new ParameterBuilder();
  const boundary = boundaryOf(contentType);
  const reader = new PartReader(source, boundary ?? '');
  let [parts, files, room] = [0, 0, fieldBytes];
  try {
    while (boundary !== undefined && (await reader.nextPart())) {
      if (++parts > MAX_PARTS) throw new TooManyParameters();
      const head = await reader.readHead();
      if (head === undefined) break;
      const { name, filename, type } = parseHead(head);
      if (filename !== undefined) {
        if (++files <= MAX_FILES) await onFile?.({ field: name ?? '', filename, type, bytes: reader.body() });
      } else if (name !== undefined) {
        const value = await readField(reader, room);
        if (value === undefined) throw payloadTooLarge(fieldBytes);
        room -= value.length;
        fields.add(name, value.toString('utf8'));
      }
    }
  } catch (error) {
    if (!(error instanceof TruncatedPart)) throw error;
  } finally {
    await reader.close();
  }
  return fields.finish();
}

/** Undefined when the value is larger than the limit. */
async function readField(reader: PartReader, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reader.body()) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Splits a stream of bytes at the boundary. Holds one chunk of the source at a time. */
class PartReader {
  private readonly iterator: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  private readonly delimiter: Buffer;
  /** The first boundary does not need a line end before it. */
  private buffered: Buffer = LINE_END;
  private isInBody = true;

  constructor(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, boundary: string) {
    this.iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** Skips the rest of the current part, or the preamble; false after the last part. */
  async nextPart(): Promise<boolean> {
    if (this.isInBody) for await (const _ of this.body()) continue;
    const end = await this.find(LINE_END, MAX_PADDING);
    if (end < 0 || !/^[ \t]*$/.test(this.buffered.toString('latin1', 0, end))) return false;
    // The line end is kept: with the empty line it forms the head of a part without headers.
    this.consume(end);
    return true;
  }

  /** The header lines of a part; undefined if they are too long. */
  async readHead(): Promise<string | undefined> {
    const end = await this.find(HEAD_END, MAX_HEAD_BYTES);
    if (end < 0) return undefined;
    const head = this.buffered.toString('latin1', 0, end);
    this.consume(end + HEAD_END.length);
    this.isInBody = true;
    return head;
  }

  /** Bytes up to the next delimiter. */
  async *body(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.buffered.indexOf(this.delimiter);
      const end = at < 0 ? Math.max(0, this.buffered.length - this.delimiter.length + 1) : at;
      if (end > 0) yield this.buffered.subarray(0, end);
      this.consume(end);
      if (at >= 0) break;
      if (!(await this.fill())) throw new TruncatedPart();
    }
    this.consume(this.delimiter.length);
    this.isInBody = false;
  }

  async close(): Promise<void> {
    await this.iterator.return?.();
  }

  /** Index of the text if it starts within the first `limit` bytes, otherwise -1. */
  private async find(text: Buffer, limit: number): Promise<number> {
    let at = this.buffered.indexOf(text);
    while (at < 0 && this.buffered.length <= limit && (await this.fill())) at = this.buffered.indexOf(text);
    return at <= limit ? at : -1;
  }

  private consume(bytes: number): void {
    this.buffered = this.buffered.subarray(bytes);
  }

  private async fill(): Promise<boolean> {
    const { done, value } = await this.iterator.next();
    if (done) return false;
    this.buffered = Buffer.concat([this.buffered, value]);
    return true;
  }
}

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;,"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary !== undefined && boundary.length <= MAX_BOUNDARY ? boundary : undefined;
}

interface PartHead {
  name?: string;
  filename?: string;
  type: string;
}

function parseHead(head: string): PartHead {
  const parsed: PartHead = { type: 'text/plain' };
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    const header = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (header === 'content-type') parsed.type = value.split(';', 1)[0]!.trim().toLowerCase();
    else if (header === 'content-disposition') Object.assign(parsed, parseDisposition(value));
  }
  return parsed;
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|([^\s;"]*))\s*/y;

/** The last of several equal parameters wins. */
function parseDisposition(value: string): Pick<PartHead, 'name' | 'filename'> {
  const [kind = ''] = value.split(';', 1);
  if (kind.trim().toLowerCase() !== 'form-data') return {};
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = kind.length;
  for (let match = PARAMETER.exec(value); match; match = PARAMETER.exec(value)) {
    const [, name = '', quoted, plain = ''] = match;
    // Old browsers send full paths with single backslashes, which are not escapes.
    const text = quoted?.replace(/\\(["\\])/g, '$1') ?? plain;
    parameters.set(name.toLowerCase(), decodeUtf8OrLatin1(Buffer.from(text, 'latin1')));
  }
  const [name, filename] = [parameters.get('name'), parameters.get('filename')];
  return { name, filename: filename === undefined ? undefined : baseName(filename) };
}
