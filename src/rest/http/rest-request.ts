import { type IncomingHttpHeaders } from 'node:http';
import { type Socket } from 'node:net';
import { type RequestSlot } from './request-slot.js';
import { isMap, type PhpMap } from '../../text/php/php-values.js';

/** Received bytes in a temporary file. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** Hex digest, if the request has a digest to compare with. */
  md5?: string;
}

/** An uploaded file of a form; its path is empty if it was not stored. */
export interface UploadedFile extends ReceivedFile {
  field: string;
  filename: string;
  type: string;
}

/** A body that is or contains a file; see incoming-upload.ts. */
export interface UploadBody {
  /** Whether the message has no body at all. */
  readonly isAbsent: boolean;
  readonly isForm: boolean;
  /** Reads the arguments in the body. Unless `keep` is set, file contents are skipped. */
  readArguments(request: RestRequest, keep: boolean): Promise<void>;
  /** The whole body as a file. */
  receive(): Promise<ReceivedFile>;
  /** Transfers the file to the caller, who deletes it; unclaimed files are deleted at the end of the request. */
  claim(file: ReceivedFile): void;
}

/** A request as the REST layer sees it, independent of Express: the sources of each parameter value. */
export class RestRequest {
  pathParams: PhpMap = {};
  json?: PhpMap;
  form?: PhpMap;
  files: UploadedFile[] = [];
  /** The form contained files, whether or not they could be read. */
  hasFiles = false;
  /** The body, if the route accepts uploads. */
  upload?: UploadBody;
  /** The raw body, if a route needs it. */
  rawBody?: Buffer;
  defaults: PhpMap = {};
  /** Whether a module sends it, not a client. */
  isFromCode = false;
  /** The connection it came on; absent for requests of the service itself. */
  connection?: Pick<Socket, 'destroyed' | 'once' | 'off'>;
  /** Release it before waiting for something that costs nothing, such as a change. */
  slot?: Pick<RequestSlot, 'release'>;

  constructor(
    /** Effective method, after any override. */
    readonly method: string,
    /** Route below the REST root, without one trailing slash. */
    readonly route: string,
    readonly query: PhpMap,
    readonly headers: IncomingHttpHeaders,
    readonly address: string,
    /** Method of the HTTP request line. */
    readonly wireMethod: string,
  ) {}

  /** Sources of parameters, highest precedence first. */
  *sources(): Generator<PhpMap> {
    if (this.json) yield this.json;
    if (this.form) yield this.form;
    yield this.query;
    yield this.pathParams;
    yield this.defaults;
  }

  /** The value of a parameter before any conversion; null counts as absent. */
  param(name: string): unknown {
    for (const source of this.sources()) {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  /** Whether any source contains the parameter, even as null. */
  names(name: string): boolean {
    for (const source of this.sources()) if (source !== this.defaults && Object.hasOwn(source, name)) return true;
    return false;
  }

  header(name: string): string | undefined {
    const value = this.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.at(-1) : value;
  }

  /** A list given as an array, a map, or text separated by commas and blanks. */
  queryList(name: string): string[] | undefined {
    const value = this.query[name];
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : String(value).split(/[\s,]+/);
    return list.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
  }
}
