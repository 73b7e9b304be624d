/** A global ID names the kind of a node and its own ID: `post:5`, in base64. */
export interface GlobalId {
  readonly kind: string;
  readonly id: string;
}

export const globalId = (kind: string, id: number | string) => Buffer.from(`${kind}:${id}`).toString('base64');

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const PARTS = /^([a-z][a-z_]*):(.+)$/s;

/** Undefined for a text that is none. */
export function readGlobalId(text: string): GlobalId | undefined {
  if (text.length > 2000 || !BASE64.test(text)) return undefined;
  const [, kind, id] = PARTS.exec(Buffer.from(text, 'base64').toString('utf8')) ?? [];
  return kind === undefined || id === undefined ? undefined : { kind, id };
}

/** The number that a global ID or a plain number stands for; 0 for anything else. */
export function databaseIdOf(value: unknown, kinds?: readonly string[]): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const found = readGlobalId(text);
  if (!found || (kinds && !kinds.includes(found.kind)) || !/^\d{1,15}$/.test(found.id)) return 0;
  return Number(found.id);
}
