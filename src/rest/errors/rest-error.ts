export interface ErrorBody {
  code: string;
  message: string;
  data?: unknown;
  additional_data?: readonly unknown[];
  additional_errors?: readonly ErrorBody[];
}

/** For the few errors whose body has no `data`. */
export const NO_DATA = Symbol('no data');

/**
 * An error in the API's shape. `data` without a status means status 500, as in WordPress; the few places that need
 * this (such as a user name that exists) use `RestError.bare`.
 */
export class RestError extends Error {
  /** With the status, unless it is no object. */
  readonly data: unknown;
  /** Headers of the response, for example Retry-After. */
  headers: Record<string, string> = {};
  /** Earlier data of the same code, which WordPress 7 sends after `data`. */
  private additionalData?: readonly unknown[];
  private additionalErrors?: readonly RestError[];

  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    data: unknown = { status },
  ) {
    // Created on nearly every request for the Allow header; a stack trace would cost more than the check.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
    this.data = isMembers(data) && !Object.hasOwn(data, 'status') ? { status, ...data } : data;
  }

  /** An error whose `data` is a plain value: status 500. */
  static bare(code: string, message: string, data: unknown = null): RestError {
    return new RestError(code, message, 500, data);
  }

  get body(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.data !== NO_DATA && { data: this.data }),
      ...(this.additionalData && { additional_data: this.additionalData }),
      ...(this.additionalErrors && { additional_errors: this.additionalErrors.map(({ body }) => body) }),
    };
  }

  /** Combines several errors: the first, with the others in `additional_errors`. */
  static of([first, ...others]: readonly [RestError, ...RestError[]]): RestError {
    if (others.length > 0) first.additionalErrors = others;
    return first;
  }

  /**
   * Like `of`, as WordPress 7 joins errors of several values: those with the same code follow each other and share
   * their data, the last of which is `data`.
   */
  static joined(errors: readonly [RestError, ...RestError[]]): RestError {
    const codes = [...new Set(errors.map(({ code }) => code))];
    const all = codes.flatMap((shared) => {
      const group = errors.filter(({ code }) => code === shared);
      const data = group.flatMap((error) => [...(error.additionalData ?? []), error.data]);
      const last = group.at(-1)!;
      return group.map(({ code, message }) => {
        const error = new RestError(code, message, last.status, last.data);
        return data.length > 1 ? error.withAdditionalData(...data.slice(0, -1)) : error;
      });
    });
    return RestError.of(all as [RestError, ...RestError[]]);
  }

  withAdditionalData(...values: readonly unknown[]): this {
    this.additionalData = values;
    return this;
  }

  withHeaders(headers: Record<string, string>): this {
    this.headers = { ...this.headers, ...headers };
    return this;
  }
}

function isMembers(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
