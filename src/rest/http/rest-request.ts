import { type IncomingHttpHeaders } from 'node:http';
import { isMap, type PhpMap } from '../args/php-values.js';

/** Received bytes in a temporary file. */
export interface KeptFile {
  path: string;
  size: number;
  /** Hex digest, where the request brought one to compare. */
  md5?: string;
}

/** An uploaded part of a form; its path is empty if its bytes were not stored. */
export interface UploadedFile extends KeptFile {
  field: string;
  filename: string;
  type: string;
}

/** A body that is or brings a file; see incoming-upload.ts. */
export interface UploadBody {
  /** Whether the message says it has no body at all. */
  readonly isAbsent: boolean;
  readonly isForm: boolean;
  /** Reads the arguments that come in the body. Unless `keep` is set, the bytes of files are passed over. */
  readArguments(request: RestRequest, keep: boolean): Promise<void>;
  /** The whole body as a file. */
  receive(): Promise<KeptFile>;
  /** From now on the caller deletes the file; unclaimed files are deleted at the end of the request. */
  claim(file: KeptFile): void;
}

/** A request as the interface sees it, free of Express: where each parameter value may come from. */
export class RestRequest {
  pathParams: PhpMap = {};
  json?: PhpMap;
  form?: PhpMap;
  files: UploadedFile[] = [];
  /** The form had files, whether or not they could be read. */
  hasFiles = false;
  /** The body, where the route takes an upload. */
  upload?: UploadBody;
  /** The undecoded body, where a route asked for it. */
  rawBody?: Buffer;
  defaults: PhpMap = {};

  constructor(
    /** Effective method, after any override. */
    readonly method: string,
    /** Route below the interface's root, one trailing slash removed. */
    readonly route: string,
    readonly query: PhpMap,
    readonly headers: IncomingHttpHeaders,
    readonly address: string,
    /** Method on the wire. */
    readonly wireMethod: string,
  ) {}

  /** Sources of parameters, strongest first. */
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

  /** Whether any source names the parameter, even as null. */
  names(name: string): boolean {
    for (const source of this.sources()) if (source !== this.defaults && Object.hasOwn(source, name)) return true;
    return false;
  }

  header(name: string): string | undefined {
    const value = this.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.at(-1) : value;
  }

  /** A list given as array, map or text separated by commas and blanks. */
  queryList(name: string): string[] | undefined {
    const value = this.query[name];
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : String(value).split(/[\s,]+/);
    return list.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
  }
}
