import { type Values } from './values';

/** What was typed and not saved, stored in the browser so that a crash of the tab loses nothing. */
export interface LocalDraft {
  changes: Partial<Values>;
  /** ETag of the version that the changes were made to. */
  etag?: string;
  /** When it was stored, in milliseconds. */
  at: number;
}

const PREFIX = 'nestpress:draft';
const NEW = 'new-';

export const draftKey = (userId: number, type: string, id: number | string) => `${PREFIX}:${userId}:${type}:${id}`;

export const newDraftKey = (userId: number, type: string) => draftKey(userId, type, `${NEW}${randomId()}`);

function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns false where the browser has no room. */
export function storeDraft(key: string, draft: LocalDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function readDraft(key: string): LocalDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as LocalDraft | null;
    return draft && typeof draft.changes === 'object' ? draft : undefined;
  } catch {
    return undefined;
  }
}

export const deleteDraft = (key: string) => localStorage.removeItem(key);

/** The newest entry that was begun in a tab which is no longer open. */
export async function findOrphan(userId: number, type: string): Promise<string | undefined> {
  const start = draftKey(userId, type, NEW);
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
  if (keys.length === 0) return undefined;
  const held = new Set(((await navigator.locks?.query())?.held ?? []).map(({ name }) => name));
  return keys.filter((key) => !held.has(key)).sort((a, b) => (readDraft(b)?.at ?? 0) - (readDraft(a)?.at ?? 0))[0];
}

/** Marks a draft as open in this tab until the returned function is called. Browsers offer locks only to secure origins. */
export function holdDraft(key: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  void navigator.locks?.request(key, () => released);
  return release;
}
