import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../texts';
import { type ApiResponse, ApiError, get, messageOf, post } from '../../lib/api';
import { whenOnline } from '../../lib/connection';
import { invalidate } from '../../lib/queries';
import { useRenamePage } from '../../lib/router';
import { type ContentType, type Entry } from '../../lib/types';
import { type FieldErrors } from '../../fields/field-spec';
import { useFieldErrors } from '../../fields/field-errors';
import { toast } from '../../ui/toasts';
import { deleteDraft, draftKey, type LocalDraft } from './local-drafts';
import { hasTexts, TEXTS, useAutosave, useLocalCopy } from './unsaved-copies';
import { EMPTY, toBody, type Values, valuesOf, withoutUnchanged } from './values';

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
  /** Saves wait until this is done. */
  saveAfter(work: Promise<unknown>): void;
  conflict: Conflict | undefined;
  /** With `mine`, these texts take the place of what was typed. */
  resolve(choice: 'mine' | 'theirs' | 'cancel', texts?: Partial<Values>): void;
  discard(): void;
  /** What the last save was refused for, by the path of the value in `meta`. */
  errors: FieldErrors;
  /** Errors of custom fields. */
  fieldErrors: FieldErrors;
  /** Changes when the content was replaced from outside the content editor. */
  contentVersion: number;
  /** When the unsaved changes were last stored on the server; undefined after further changes. */
  autosavedAt: Date | undefined;
  /** Takes over texts, such as those of an autosave. */
  restore(texts: Partial<Values>): void;
  /** Shows a version that was saved elsewhere, while there are no unsaved changes here. */
  follow(saved: ApiResponse<Entry>): void;
  /** Continues with the version that was restored from the trash, and with the changes that were made here. */
  rebase(restored: ApiResponse<Entry>): void;
  /** Saves everything as another entry, because this one was deleted. */
  saveAsNew(): void;
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
  const renamePage = useRenamePage();
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
    const { entry: before, changes: earlier } = latest.current;
    const next = withoutUnchanged({ ...earlier, ...more }, valuesOf(before, type));
    // A save may follow before the page is rendered again.
    latest.current = { entry: before, changes: next };
    setChanges(next);
  }, []);

  useLocalCopy(key, changes, etag);

  const adopt = useCallback((next: Entry, tag: string | undefined, left: Partial<Values>) => {
    etag.current = tag;
    latest.current = { entry: next, changes: left };
    setEntry(next);
    setChanges(left);
    if (Object.keys(left).length === 0) deleteDraft(key.current);
  }, []);

  const conflicted = useRef(false);
  conflicted.current = conflict !== undefined;
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
        if (theirs.data.status === 'trash') throw new ApiError(t.goneEntry.inTrash, 409, 'in_trash');
        conflicted.current = true;
        setConflict({ theirs: theirs.data, etag: theirs.etag, extra });
      } else throw error;
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  // What could not be saved without a connection is saved when there is one again.
  const isWaiting = useRef<Partial<Values> | undefined>(undefined);
  const saveNow = async (extra: Partial<Values>): Promise<Entry | undefined> => {
    const { entry: before, changes: sent } = latest.current;
    // The save that this one waited for has saved it, or asks which version to keep.
    if (conflicted.current) return undefined;
    if (before && Object.keys({ ...sent, ...extra }).length === 0) return before;
    try {
      if (before?.status === 'trash') throw new ApiError(t.goneEntry.inTrash, 409, 'in_trash');
      isWaiting.current = undefined;
      return await write(sent, extra);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined;
      isWaiting.current = status === 0 ? extra : undefined;
      // It may be gone, which the page says once it has looked.
      if (status === 404 || status === 409) invalidate(path);
      toast.error(isWaiting.current ? t.offline.notSaved : t.editor.notSaved({ why: messageOf(error) }));
      return undefined;
    }
  };

  // One after the other: two at once would create an entry twice, or look like a conflict with another tab.
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  const save = (extra: Partial<Values> = {}): Promise<Entry | undefined> => {
    const saving = lastSave.current.then(() => saveNow(extra));
    lastSave.current = saving;
    return saving;
  };
  const saveAfter = (work: Promise<unknown>) => {
    lastSave.current = Promise.all([lastSave.current, work]);
  };

  const saveAgain = useRef(() => {});
  saveAgain.current = () => {
    const extra = isWaiting.current;
    if (extra) void save(extra).then((saved) => saved && toast.info(t.offline.savedNow));
  };
  useEffect(() => whenOnline(() => saveAgain.current()), []);

  const resolve = (choice: 'mine' | 'theirs' | 'cancel', texts?: Partial<Values>) => {
    if (!conflict) return;
    conflicted.current = false;
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

  const rebase = ({ data, etag: tag }: ApiResponse<Entry>) => {
    const { entry: before, changes: unsaved } = latest.current;
    const isSameText = TEXTS.every((name) => valuesOf(before, type)[name] === valuesOf(data, type)[name]);
    // Of a text that was saved elsewhere, the next save asks which version to keep.
    adopt(data, isSameText ? tag : etag.current, withoutUnchanged(unsaved, valuesOf(data, type)));
  };

  const saveAsNew = () => {
    const copied = { ...values, status: 'draft', slug: '', date: undefined, author: undefined, translations: {} };
    etag.current = undefined;
    hasOriginal.current = false;
    latest.current = { entry: undefined, changes: withoutUnchanged(copied, EMPTY) };
    setEntry(undefined);
    setChanges(latest.current.changes);
    void save().then((saved) => saved && toast.info(t.editor.saved));
  };

  const autosavedAt = useAutosave(entry, changes, values, isSaving || conflict !== undefined, save);
  return {
    ...{ type, entry, values, changes, isDirty, isSaving, change, save, conflict, resolve, discard, contentVersion },
    ...{ autosavedAt, saveAfter, restore, follow, rebase, saveAsNew, errors, fieldErrors },
  };
}
