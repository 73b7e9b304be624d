import { useCallback, useState } from 'preact/hooks';
import { ApiError } from '../lib/api';
import { type FieldErrors } from './field-spec';

const NONE: FieldErrors = {};

/** A path at the beginning of a message, such as `meta.program[0][title] is too long.` */
const PATH = /^([\w-]+)\.([\w-]+(?:\[[\w-]+\])*)\s/;

/** What an error response says about the values of one member, such as `meta`, by their paths in it. */
export function fieldErrors(error: unknown, member: string): FieldErrors {
  if (!(error instanceof ApiError)) return NONE;
  const { params } = (error.data ?? {}) as { params?: unknown };
  const named =
    typeof params === 'object' && params !== null && !Array.isArray(params)
      ? Object.entries(params as Record<string, unknown>)
      : [];
  const found = named.flatMap(([name, text]) =>
    name.startsWith(`${member}.`) ? [[name.slice(member.length + 1), String(text)] as const] : [],
  );
  const [, owner, path] = PATH.exec(error.message) ?? [];
  if (found.length === 0 && owner === member && path !== undefined) return { [path]: error.message };
  return Object.fromEntries(found);
}

/** The messages of the last request that was refused, for the fields that they are about. */
export function useFieldErrors(member = 'meta'): {
  errors: FieldErrors;
  /** Runs a request; what it says of fields is shown there, and the error is thrown again. */
  watch<T>(request: () => Promise<T>): Promise<T>;
} {
  const [errors, setErrors] = useState(NONE);
  const watch = useCallback(async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      const result = await request();
      setErrors(NONE);
      return result;
    } catch (error) {
      setErrors(fieldErrors(error, member));
      throw error;
    }
  }, []);
  return { errors, watch };
}
