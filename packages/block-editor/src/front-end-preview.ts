import apiFetch from '@wordpress/api-fetch';
import { select, subscribe } from '@wordpress/data';
import { store as editorStore } from '@wordpress/editor';
import { CONSOLE_URL, type EditedEntry } from './service';

const FOLLOW_AFTER_MS = 800;

interface Texts {
  title: unknown;
  excerpt: unknown;
  blocks: unknown;
}

/**
 * Previews are opened at an address of the service, which leads to the front end with a token. While such a tab is open, what is
 * typed is stored in an autosave after a short pause, which the page follows.
 */
export function followPreview({ id }: EditedEntry): void {
  let tab: Window | null = null;
  const open = window.open.bind(window);
  window.open = (url, target, features) => {
    const opened = open(url, target, features);
    if (target !== `wp-preview-${id}` || !opened) return opened;
    tab = opened;
    return throughService(opened, id);
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

/**
 * The tab of a preview as the editor uses it. The editor leads it to the permalink, which may be an address of the front end without a
 * token, and writes a message into its document, which it may not touch once the front end is there.
 */
function throughService(tab: Window, id: number): Window {
  const address = new URL(`../?p=${id}&preview=true`, CONSOLE_URL).href;
  return new Proxy({} as Window, {
    get(_, name) {
      if (name === 'document') return documentOf(tab) ?? document.implementation.createHTMLDocument();
      const value: unknown = Reflect.get(tab, name);
      return typeof value === 'function' ? (value.bind(tab) as unknown) : value;
    },
    set(_, name, value) {
      if (name !== 'location') return Reflect.set(tab, name, value);
      tab.location.href = address;
      return true;
    },
  });
}

/** Undefined for a page of another origin. */
function documentOf(tab: Window): Document | undefined {
  try {
    return tab.document;
  } catch {
    return undefined;
  }
}
