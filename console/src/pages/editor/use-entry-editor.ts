import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { type ApiResponse, ApiError, get, messageOf, post } from '../../lib/api';
import { whenOnline } from '../../lib/connection';
import { invalidate } from '../../lib/queries';
import { renamePage } from '../../lib/router';
import { type ContentType, type Entry } from '../../lib/types';
import { type FieldErrors } from '../../fields/field-spec';
import { useFieldErrors } from '../../fields/field-errors';
import { toast } from '../../ui/toasts';
import { deleteDraft, draftKey, holdDraft, type LocalDraft, storeDraft } from './local-drafts';
import { toBody, type Values, valuesOf, withoutUnchanged } from './values';

const STORE_AFTER_MS = 300;
const AUTOSAVE_AFTER_MS = 10_000;

export interface Conflict {
  theirs: Entry;
  etag: string | undefined;
  /** What was to be saved in addition to the changes, such as a status. */
  extra: Partial<Values>;
}

export interface EntryEditor {
  type: ContentType;
  entry: Entry | undefined;
  values: Values;
  changes: Partial<Values>;
  isDirty: boolean;
  isSaving: boolean;
  change(changes: Partial<Values>): void;
  /** Saves the changes and these fields; the saved entry, or undefined after an error or a conflict. */
  save(extra?: Partial<Values>): Promise<Entry | undefined>;
  conflict: Conflict | undefined;
  /** With `mine`, these texts take the place of what was typed. */
  resolve(choice: 'mine' | 'theirs' | 'cancel', texts?: Partial<Values>): void;
  discard(): void;
  /** What the last save was refused for, by the path of the value in `meta`. */
  errors: FieldErrors;
  /** The same of custom fields. */
  fieldErrors: FieldErrors;
  /** Changes when the content was replaced from outside the content editor. */
  contentVersion: number;
  /** When the unsaved changes were last stored on the server; undefined after further changes. */
  autosavedAt: Date | undefined;
  /** Takes over texts, such as those of an autosave. */
  restore(texts: Partial<Values>): void;
  /** Shows a version that was saved elsewhere, while there are no unsaved changes here. */
  follow(saved: ApiResponse<Entry>): void;
}

interface Start {
  type: ContentType;
  userId: number;
  saved: ApiResponse<Entry> | undefined;
  key: string;
  restored: LocalDraft | undefined;
}

/** The state of the editor: the saved entry, the changes to it, and their copy in the browser. */
export function useEntryEditor({ type, userId, saved, key: firstKey, restored }: Start): EntryEditor {
  const path = type.route;
  const [entry, setEntry] = useState(saved?.data);
  const [changes, setChanges] = useState<Partial<Values>>(() =>
    withoutUnchanged(restored?.changes ?? {}, valuesOf(saved?.data, type)),
  );
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [contentVersion, setContentVersion] = useState(0);
  // The version the changes were made to, even if the server has a newer one by now.
  const etag = useRef(restored?.etag ?? saved?.etag);
  const key = useRef(firstKey);
  const latest = useRef({ entry, changes });
  latest.current = { entry, changes };

  const { errors, watch } = useFieldErrors();
  const { errors: fieldErrors, watch: watchFields } = useFieldErrors('acf_form');

  const values = useMemo(() => ({ ...valuesOf(entry, type), ...changes }), [entry, changes]);
  const isDirty = Object.keys(changes).length > 0;

  const change = useCallback((more: Partial<Values>) => {
    setChanges((before) => withoutUnchanged({ ...before, ...more }, valuesOf(latest.current.entry, type)));
  }, []);

  useLocalCopy(key, changes, etag);

  const adopt = useCallback((next: Entry, tag: string | undefined, left: Partial<Values>) => {
    etag.current = tag;
    latest.current = { entry: next, changes: left };
    setEntry(next);
    setChanges(left);
    if (Object.keys(left).length === 0) deleteDraft(key.current);
  }, []);

  const hasOriginal = useRef(false);
  /** Older releases store revisions of changes only: the version before the first one is stored as well. */
  const keepFirstVersion = async (before: Entry | undefined, sent: Partial<Values>) => {
    if (hasOriginal.current || !before?._links?.['version-history'] || !hasTexts(sent)) return;
    // A save must not fail because of this.
    await post(`nestpress/v1/entries/${before.id}/revisions`).catch(() => undefined);
    hasOriginal.current = true;
  };

  const write = async (sent: Partial<Values>, extra: Partial<Values>): Promise<Entry | undefined> => {
    const { entry: before } = latest.current;
    setSaving(true);
    try {
      await keepFirstVersion(before, { ...sent, ...extra });
      const request = () =>
        post<Entry>(
          before ? `${path}/${before.id}` : path,
          toBody(type, { ...sent, ...extra }, valuesOf(before, type)),
          before && etag.current ? { 'If-Match': etag.current } : undefined,
        );
      const response = await watch(() => watchFields(request));
      if (!before) {
        deleteDraft(key.current);
        key.current = draftKey(userId, type.to, response.data.id);
        renamePage(`${type.to}/${response.data.id}`);
      }
      // What was typed while the request was under way is still to be saved.
      const typed = Object.entries(latest.current.changes).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof Values]),
      );
      adopt(response.data, response.etag, withoutUnchanged(Object.fromEntries(typed), valuesOf(response.data, type)));
      invalidate(path, 'nestpress/v1/counts', 'nestpress/v1/field-forms');
      return response.data;
    } catch (error) {
      if (before && error instanceof ApiError && error.status === 412) {
        const theirs = await get<Entry>(`${path}/${before.id}`, { context: 'edit' });
        setConflict({ theirs: theirs.data, etag: theirs.etag, extra });
      } else throw error;
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  // What could not be saved without a connection is saved when there is one again.
  const isWaiting = useRef<Partial<Values> | undefined>(undefined);
  const save = async (extra: Partial<Values> = {}): Promise<Entry | undefined> => {
    try {
      isWaiting.current = undefined;
      return await write(latest.current.changes, extra);
    } catch (error) {
      isWaiting.current = error instanceof ApiError && error.status === 0 ? extra : undefined;
      toast.error(isWaiting.current ? t.offline.notSaved : t.editor.notSaved({ why: messageOf(error) }));
      return undefined;
    }
  };

  const saveAgain = useRef(() => {});
  saveAgain.current = () => {
    const extra = isWaiting.current;
    if (extra) void save(extra).then((saved) => saved && toast.info(t.offline.savedNow));
  };
  useEffect(() => whenOnline(() => saveAgain.current()), []);

  const resolve = (choice: 'mine' | 'theirs' | 'cancel', texts?: Partial<Values>) => {
    if (!conflict) return;
    setConflict(undefined);
    if (choice === 'cancel') return;
    if (choice === 'theirs') {
      adopt(conflict.theirs, conflict.etag, {});
      setContentVersion((version) => version + 1);
      return;
    }
    const mine = withoutUnchanged({ ...latest.current.changes, ...texts }, valuesOf(conflict.theirs, type));
    if (texts) setContentVersion((version) => version + 1);
    etag.current = conflict.etag;
    setEntry(conflict.theirs);
    setChanges(mine);
    latest.current = { entry: conflict.theirs, changes: mine };
    void save(conflict.extra).then((saved) => saved && toast.info(t.editor.saved));
  };

  const discard = () => {
    deleteDraft(key.current);
    etag.current = saved?.etag;
    setChanges({});
    setContentVersion((version) => version + 1);
  };

  const restore = (texts: Partial<Values>) => {
    change(texts);
    setContentVersion((version) => version + 1);
  };

  const follow = ({ data, etag: tag }: ApiResponse<Entry>) => {
    const { entry: before, changes: unsaved } = latest.current;
    if (!before || Object.keys(unsaved).length > 0 || tag === etag.current) return;
    if (data.modified < before.modified) return;
    adopt(data, tag, {});
    // The cursor stays where it is, unless there is another text.
    if (valuesOf(data, type).content !== valuesOf(before, type).content) setContentVersion((version) => version + 1);
  };

  const autosavedAt = useAutosave(entry, changes, values, isSaving || conflict !== undefined, save);
  return {
    ...{ type, entry, values, changes, isDirty, isSaving, change, save, conflict, resolve, discard, contentVersion },
    ...{ autosavedAt, restore, follow, errors, fieldErrors },
  };
}

const TEXTS = ['title', 'content', 'excerpt'] as const;
const hasTexts = (changes: Partial<Values>) => TEXTS.some((name) => changes[name] !== undefined);

/**
 * Stores the texts on the server after a pause in typing, next to the entry, so that another device can restore them. An entry that
 * does not exist yet is saved as a draft.
 */
function useAutosave(
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
function useLocalCopy(key: { current: string }, changes: Partial<Values>, etag: { current: string | undefined }): void {
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
