import apiFetch from '@wordpress/api-fetch';
import { select, subscribe } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { type EditedEntry } from './service';

const FOLLOW_AFTER_MS = 800;

interface Texts {
  title: unknown;
  excerpt: unknown;
  blocks: unknown;
}

/**
 * The editor opens previews at an address of the service, which leads to the front end with a token. While such a tab is open, what
 * is typed is stored in an autosave after a short pause, which the page follows.
 */
export function followPreview({ id }: EditedEntry): void {
  let tab: Window | null = null;
  const open = window.open.bind(window);
  window.open = (url, target, features) => {
    const opened = open(url, target, features);
    if (target === `wp-preview-${id}`) tab = opened;
    return opened;
  };
  const editor = select(editorStore);
  const texts = (): Texts => ({
    title: editor.getEditedPostAttribute('title'),
    excerpt: editor.getEditedPostAttribute('excerpt'),
    blocks: editor.getEditedPostAttribute('blocks'),
  });
  let stored = texts();
  let timer: ReturnType<typeof setTimeout> | undefined;
  subscribe(() => {
    const typed = texts();
    const names = Object.keys(typed) as (keyof Texts)[];
    if (names.every((name) => typed[name] === stored[name])) return;
    stored = typed;
    clearTimeout(timer);
    if (tab === null || tab.closed) return;
    timer = setTimeout(() => {
      // The editor's own request stores the same; what fails is stored after the next pause.
      if (editor.isSavingPost() || !editor.isEditedPostDirty()) return;
      const { title = '', excerpt = '' } = typed;
      const data = { title, excerpt, content: editor.getEditedPostContent() };
      apiFetch({ path: `nestpress/v1/entries/${id}/autosaves`, method: 'POST', data }).catch(() => undefined);
    }, FOLLOW_AFTER_MS);
  });
}
