import { type Address, readAddress, takesOver } from './address';
import { claimLock } from './edit-lock';
import { preload } from './preload';
import { CONSOLE_URL, type EditedEntry, readSession, Service, ServiceError, type Session } from './service';

/** Read by the editor's modules when they are evaluated: the media library as part of the editor, since there is no `wp.media`. */
Object.assign(window, { __experimentalDataViewsMediaModal: true });

const editor = import('./editor');
// Its failure is reported where it is awaited.
editor.catch(() => undefined);

async function start(): Promise<void> {
  const session = await readSession();
  if (!session.signed_in) {
    const next = window.location.href.slice(CONSOLE_URL.href.length);
    goToConsole(`login?${new URLSearchParams({ next }).toString()}`);
    return;
  }
  const address = readAddress(window.location);
  const service = new Service(session);
  if (address.page === 'edit' || address.page === 'new') await edit(address, service, session);
  else goToConsole(await pageInConsole(address, service));
}

async function edit(address: Address, service: Service, session: Session): Promise<void> {
  const entry = await openEntry(address, service);
  const [{ startEditor }, preloaded, lock] = await Promise.all([
    editor,
    preload(service, entry, session.features.wordpress),
    claimLock(service, entry.id, takesOver(window.location)),
  ]);
  await startEditor({ entry, session, preloaded, lock, restUrl: service.restUrl.href });
  document.getElementById('status')?.remove();
}

/** The entry that is edited; a new one is created with the status auto-draft, which no list shows. */
function openEntry(address: Address, service: Service): Promise<EditedEntry> {
  return address.page === 'new'
    ? service.json('POST', 'nestpress/v1/entries', { type: address.type })
    : readEntry(address, service);
}

function readEntry(address: Address, service: Service): Promise<EditedEntry> {
  return service.json('GET', `nestpress/v1/entries/${'id' in address ? address.id : 0}`);
}

/** Where the console has what the editor's links name. */
async function pageInConsole(address: Address, service: Service): Promise<string> {
  if (address.page === 'list') return listInConsole(address.type, service);
  if (address.page !== 'revision') return '';
  const { type, id } = await readEntry(address, service);
  return `${await listInConsole(type, service)}/${id}/revisions`;
}

/** Types that are no content of their own, such as patterns, have no list in the console. */
async function listInConsole(type: string, service: Service): Promise<string> {
  if (type.startsWith('wp_')) return '';
  const { rest_base: base } = await service.json<{ rest_base: string }>('GET', `wp/v2/types/${type}`);
  return type === 'post' || type === 'page' ? base : `content/${base}`;
}

function goToConsole(path: string): void {
  window.location.replace(new URL(path, CONSOLE_URL));
}

start().catch((error: unknown) => {
  const status = document.getElementById('status')!;
  status.textContent = error instanceof ServiceError ? error.message : 'The editor could not be started.';
  const link = document.createElement('a');
  link.href = CONSOLE_URL.href;
  link.textContent = 'Back to the console';
  status.append(' ', link);
  reportError(error);
});
