import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { post } from '../../lib/api';
import { type Entry } from '../../lib/types';
import { toast } from '../../ui/toasts';
import { deleteDraft, holdDraft, storeDraft } from './local-drafts';
import { type Values } from './values';

const STORE_AFTER_MS = 300;
const AUTOSAVE_AFTER_MS = 10_000;

export const TEXTS = ['title', 'content', 'excerpt'] as const;
export const hasTexts = (changes: Partial<Values>) => TEXTS.some((name) => changes[name] !== undefined);

/**
 * Stores the texts on the server after a pause in typing, next to the entry, so that another device can restore them. An entry that
 * does not exist yet is saved as a draft.
 */
export function useAutosave(
  entry: Entry | undefined,
  changes: Partial<Values>,
  values: Values,
  isPaused: boolean,
  save: () => Promise<Entry | undefined>,
): Date | undefined {
  const [savedAt, setSavedAt] = useState<Date>();
  const run = useRef(async () => {});
  run.current = async () => {
    const { title, content, excerpt } = values;
    if (!entry) {
      if (title.trim() !== '' || content.trim() !== '') await save();
      return;
    }
    try {
      await post(`nestpress/v1/entries/${entry.id}/autosaves`, { title, content, excerpt });
      setSavedAt(new Date());
    } catch {
      // The copy in the browser remains, and the next pause tries again.
    }
  };
  useEffect(() => {
    setSavedAt(undefined);
    if (isPaused || !hasTexts(changes)) return;
    const timer = setTimeout(() => void run.current(), AUTOSAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [changes.title, changes.content, changes.excerpt, isPaused]);
  return savedAt;
}

/** Stores the changes in the browser shortly after each one, and at once when the page is hidden or closed. */
export function useLocalCopy(
  key: { current: string },
  changes: Partial<Values>,
  etag: { current: string | undefined },
): void {
  const hasWarned = useRef(false);
  const write = useRef(() => {});
  write.current = () => {
    if (Object.keys(changes).length === 0) deleteDraft(key.current);
    else if (!storeDraft(key.current, { changes, etag: etag.current, at: Date.now() }) && !hasWarned.current) {
      hasWarned.current = true;
      toast.error(t.editor.noRoom);
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => write.current(), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  useEffect(() => {
    const now = () => write.current();
    const release = holdDraft(key.current);
    window.addEventListener('pagehide', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      release();
      window.removeEventListener('pagehide', now);
      document.removeEventListener('visibilitychange', now);
    };
  }, []);
}
