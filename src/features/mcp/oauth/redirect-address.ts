const OWN_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const NEVER: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:']);
const MAX_LENGTH = 2000;

/** Whether a client may have a code sent there: HTTPS, a scheme of its own, or plain HTTP on the user's machine. */
export function isRedirectAddress(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text) || /\s/.test(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || text.includes('#') || username !== '' || password !== '' || NEVER.has(protocol)) return false;
  return protocol !== 'http:' || OWN_MACHINE.has(hostname);
}

/** Whether an address is a registered one. Programs on the user's machine listen on a port that is free (RFC 8252). */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  return registered.some(
    (own) => own === address || (isOnOwnMachine(own) && withoutPort(own) === withoutPort(address)),
  );
}

/** The address with the values added to its query. */
export function withQuery(address: string, values: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

function isOnOwnMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && OWN_MACHINE.has(hostname);
}

function withoutPort(address: string): string | undefined {
  if (!isRedirectAddress(address)) return undefined;
  const url = new URL(address);
  url.port = '';
  return url.href;
}
