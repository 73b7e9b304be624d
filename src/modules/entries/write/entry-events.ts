import { type Transaction } from '../../../database/database.js';
import { type ContentEvents, type EventPrincipal } from '../../../hooks/content-events.service.js';
import { type ContentEventName } from '../../../hooks/events.js';
import { type FullEntry } from './entry-rows.store.js';

export type EventEntry = Pick<FullEntry, 'id' | 'type' | 'status' | 'title' | 'slug'>;
type EntryEvent = Extract<ContentEventName, `entry.${string}` | 'media.uploaded'>;

const ENTRY_EVENTS: readonly EntryEvent[] = [
  'entry.created',
  'entry.updated',
  'entry.published',
  'entry.unpublished',
  'entry.trashed',
  'entry.restored',
  'entry.deleted',
  'media.uploaded',
];

/** Records what a write did to an entry. `after` is undefined for a deleted one. */
export async function emitEntryEvents(
  events: Pick<ContentEvents, 'hasListeners' | 'emit'>,
  tx: Transaction,
  { before, after, principal }: { before?: EventEntry; after?: EventEntry; principal: EventPrincipal },
): Promise<void> {
  const entry = after ?? before;
  if (!entry || entry.status === 'auto-draft' || !events.hasListeners(ENTRY_EVENTS, principal)) return;
  const { id, type, status, title, slug } = entry;
  const former = after && before ? { formerStatus: before.status } : {};
  for (const event of eventsOf(before, after))
    await events.emit(tx, event, principal, { id, type, status, ...former, title, slug });
}

/** The first save of an automatic draft creates the entry. */
function eventsOf(before: EventEntry | undefined, after: EventEntry | undefined): EntryEvent[] {
  const was = before?.status;
  const is = after?.status;
  const events: EntryEvent[] = [];
  if (!after) events.push('entry.deleted');
  else if (was === undefined || was === 'auto-draft') events.push('entry.created');
  else if (is === 'trash' && was !== 'trash') events.push('entry.trashed');
  else if (was === 'trash' && is !== 'trash') events.push('entry.restored');
  else events.push('entry.updated');
  if (is === 'publish' && was !== 'publish') events.push('entry.published');
  if (was === 'publish' && is !== 'publish') events.push('entry.unpublished');
  if (after?.type === 'attachment' && !before) events.push('media.uploaded');
  return events;
}
