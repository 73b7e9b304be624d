import apiFetch from '@wordpress/api-fetch';
import { store as coreStore } from '@wordpress/core-data';
import { dispatch, resolveSelect, select, subscribe } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { store as noticesStore } from '@wordpress/notices';
import { type GoneTexts } from './panel-texts';
import { preloadedBody, type Preloaded } from './preload';
import { type EditedEntry } from './service';

const NAME = 'nestpress-gone';
const CHECK_EVERY_MS = 60_000;

/** What an entry that is saved as a new one takes along, besides its content. */
const COPIED = [
  ...['title', 'excerpt', 'featured_media', 'comment_status', 'ping_status', 'format', 'template'],
  ...['parent', 'menu_order', 'categories', 'tags', 'meta'],
];

type Presence = 'there' | 'trash' | 'deleted';

/** Says that the entry was moved to the trash or deleted while it is open, and how to go on. It is not saved meanwhile. */
export function watchForGoneEntry(entry: EditedEntry, preloaded: Preloaded, { goneEntry: t }: GoneTexts): void {
  const { id, type, route } = entry;
  const { lockPostSaving, lockPostAutosaving, unlockPostSaving, unlockPostAutosaving } = dispatch(editorStore);
  const { createWarningNotice, createErrorNotice, removeNotice } = dispatch(noticesStore);
  let last: Presence = 'there';

  const show = (presence: Presence) => {
    if (presence === last) return;
    last = presence;
    if (presence === 'there') {
      void removeNotice(NAME);
      void unlockPostSaving(NAME);
      void unlockPostAutosaving(NAME);
      return;
    }
    void lockPostSaving(NAME);
    void lockPostAutosaving(NAME);
    const action =
      presence === 'trash' ? { label: t.restore, onClick: restore } : { label: t.saveAsNew, onClick: saveAsNew };
    void createWarningNotice(presence === 'trash' ? t.inTrash : t.deleted, {
      id: NAME,
      isDismissible: false,
      actions: [{ ...action, onClick: () => void action.onClick().catch(report) }],
    });
  };
  const report = (error: unknown) => void createErrorNotice((error as Error).message, { id: `${NAME}-error` });

  const check = async () => {
    if (document.hidden) return;
    // Offline nothing is known of it.
    const presence = await presenceOf(route).catch(() => undefined);
    if (presence) show(presence);
  };
  const restore = async () => {
    await apiFetch({ path: `nestpress/v1/entries/${id}/restore`, method: 'POST' });
    void dispatch(coreStore).invalidateResolution('getEntityRecord', ['postType', type, id]);
    await resolveSelect(coreStore).getEntityRecord('postType', type, id);
    show('there');
  };
  const saveAsNew = async () => {
    const edited = select(coreStore).getEditedEntityRecord('postType', type, id) as unknown as Record<string, unknown>;
    const values = COPIED.filter((name) => edited[name] !== undefined).map((name) => [name, edited[name]]);
    const data = { ...Object.fromEntries(values), content: select(editorStore).getEditedPostContent() };
    const path = route.replace(/\/\d+$/, '');
    const { id: copy } = await apiFetch<{ id: number }>({ path, method: 'POST', data: { ...data, status: 'draft' } });
    // Everything is saved: the editor need not ask.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    window.location.assign(`post.php?post=${copy}&action=edit`);
  };

  setInterval(() => void check(), CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => void check());
  let wasSaving = false;
  subscribe(() => {
    const isSaving = select(editorStore).isSavingPost();
    if (wasSaving && !isSaving) void check();
    wasSaving = isSaving;
  }, editorStore);
  if (preloadedBody<{ status: string }>(preloaded, `${route}?context=edit`)?.status === 'trash') show('trash');
}

async function presenceOf(route: string): Promise<Presence> {
  try {
    const { status } = await apiFetch<{ status: string }>({ path: `${route}?context=edit&_fields=status` });
    return status === 'trash' ? 'trash' : 'there';
  } catch (error) {
    if ((error as { data?: { status: number } }).data?.status === 404) return 'deleted';
    throw error;
  }
}
