import apiFetch from '@wordpress/api-fetch';
import { dispatch } from '@wordpress/data';
import { initializeEditor } from '@wordpress/edit-post';
import '@wordpress/format-library';
import { setLocaleData } from '@wordpress/i18n';
import { store as preferencesStore } from '@wordpress/preferences';
import { provideClassicBlock } from './classic-block';
import { addConsoleLinks } from './console-links';
import { type EditLock, keepLock, lockSettings } from './edit-lock';
import { addFieldsPanel } from './fields-panel';
import { followPreview } from './front-end-preview';
import { watchForGoneEntry } from './gone-entry';
import { registerModuleBlocks } from './module-blocks';
import { addModulePanels } from './module-panels';
import { panelTexts } from './panel-texts';
import { createPersistenceLayer, type Preferences } from './preferences';
import { createLargeUploadMiddleware } from './large-uploads';
import { INDEX, ME, type Preloaded, preloadedBody } from './preload';
import { type EditedEntry, type Session } from './service';
import { addSearchPanel } from './search-panel';
import { createSessionMiddleware } from './session-middleware';
import { editorSettings } from './settings';

export interface Start {
  entry: EditedEntry;
  session: Session;
  preloaded: Preloaded;
  lock: EditLock;
  restUrl: string;
}

export async function startEditor({ entry, session, preloaded, lock, restUrl }: Start): Promise<void> {
  const nonceMiddleware = apiFetch.createNonceMiddleware(session.nonce ?? '');
  // The one that is added last runs first.
  apiFetch.use(apiFetch.createRootURLMiddleware(restUrl));
  apiFetch.use(nonceMiddleware);
  apiFetch.use(apiFetch.mediaUploadMiddleware);
  const nonce = () => nonceMiddleware.nonce;
  apiFetch.use(createLargeUploadMiddleware({ restUrl, userId: session.user_id ?? 0, nonce }));
  apiFetch.use(apiFetch.createPreloadingMiddleware(preloaded));
  apiFetch.use(createSessionMiddleware((nonce) => (nonceMiddleware.nonce = nonce)));
  setLocaleData({ '': { lang: session.site.language } });

  const me = preloadedBody<{ id: number; meta?: { persisted_preferences?: Preferences } }>(preloaded, ME);
  const preferences = dispatch(preferencesStore);
  await preferences.setPersistenceLayer(createPersistenceLayer(session.user_id ?? 0, me?.meta?.persisted_preferences));

  provideClassicBlock();
  registerModuleBlocks(session.blocks, entry.id);
  addModulePanels(entry, session);
  if (session.features.front_end) followPreview(entry);
  const { site_icon_url: icon } = preloadedBody<{ site_icon_url?: string }>(preloaded, INDEX) ?? {};
  addConsoleLinks({ hasSiteIcon: Boolean(icon) });
  const texts = await panelTexts(session.language);
  addFieldsPanel(entry, preloaded, texts);
  addSearchPanel(entry.id, texts);
  initializeEditor(
    'editor',
    entry.type,
    entry.id,
    { ...editorSettings(session, entry, preloaded), ...lockSettings(lock) },
    initialEdits(entry, preloaded),
  );
  watchForGoneEntry(entry, preloaded, texts);
  if (lock.holder?.is_me) keepLock(entry.id, restUrl, nonce);
  // Its pictures are on a server of WordPress's makers.
  void preferences.setDefaults('core/edit-post', { welcomeGuide: false, welcomeGuideTemplate: false });
}

interface SavedEntry {
  status: string;
  title?: { raw: string };
  content?: { raw: string };
  excerpt?: { raw: string };
}

/** The texts of an entry that was never saved count as changes, so that its first save stores them. */
function initialEdits({ route }: EditedEntry, preloaded: Preloaded): Record<string, string> | undefined {
  const saved = preloadedBody<SavedEntry>(preloaded, `${route}?context=edit`);
  if (saved?.status !== 'auto-draft') return undefined;
  const { title, content, excerpt } = saved;
  return {
    ...(title && { title: '' }),
    ...(content && { content: content.raw }),
    ...(excerpt && { excerpt: excerpt.raw }),
  };
}
