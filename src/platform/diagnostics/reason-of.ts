/** The message of a driver or the system, which may be only a code. */
export function reasonOf(error: unknown): string {
  const { message = '', code = '' } = (error ?? {}) as { message?: string; code?: string };
  return (message || String(code) || String(error)).replace(/\.$/, '');
}
