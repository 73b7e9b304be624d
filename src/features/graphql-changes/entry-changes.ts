import { type Change, type ChangesService } from '../change-feed/changes.service.js';
import { type GraphContext } from '../graphql/context/graph-context.js';
import { globalId } from '../graphql/model/global-id.js';
import { enumName } from '../graphql/model/names.js';
import { entryNode } from '../graphql/nodes/find-nodes.js';
import { type SchemaText } from '../graphql/schema/schema-text.js';

interface EntryChangedArgs {
  readonly contentTypes?: readonly string[] | null;
  readonly since?: string | null;
}

interface EntryEvent {
  readonly change: Change;
  /** Cursor after the events that were read together; only the last one has it. */
  readonly cursor?: string;
}

/** A stream ends after this time, so that the client's credentials are checked again. */
const STREAM_MS = 10 * 60_000;
const HEARTBEAT_MS = 15_000;
const READ_AT_ONCE = 500;

/** `entryChanged`: changes of entries from the feed, as the requester may see them. */
export function entryChanges(text: SchemaText, changes: ChangesService): void {
  text.define(
    `enum EntryChangeAction { CREATED UPDATED DELETED }
     type EntryChange {
       action: EntryChangeAction!
       contentType: ContentTypeEnum
       databaseId: Int!
       date: String!
       id: ID!
       node: ContentNode
     }`,
  );
  text.subscription(
    'entryChanged(contentTypes: [ContentTypeEnum!], since: String): EntryChange',
    (_source, args: EntryChangedArgs, ctx) => events(changes, args, ctx),
  );
  text.field('EntryChange', 'action: EntryChangeAction!', ({ change }: EntryEvent) => change.action.toUpperCase());
  text.field('EntryChange', 'contentType: ContentTypeEnum', ({ change }: EntryEvent, _args, ctx) =>
    ctx.content.type(change.type) ? enumName(change.type) : null,
  );
  text.field('EntryChange', 'databaseId: Int!', ({ change }: EntryEvent) => change.id);
  text.field('EntryChange', 'date: String!', ({ change }: EntryEvent) => change.date);
  text.field('EntryChange', 'id: ID!', ({ change }: EntryEvent) => globalId('post', change.id));
  text.field('EntryChange', 'node: ContentNode', async ({ change }: EntryEvent, _args, ctx) =>
    change.action === 'deleted' ? null : ((await entryNode(ctx, change.id)) ?? null),
  );
}

/** The events; undefined where nothing has happened for a while. */
async function* events(
  changes: ChangesService,
  { contentTypes, since }: EntryChangedArgs,
  { content, closed, request: ctx }: GraphContext,
): AsyncGenerator<EntryEvent | undefined, void, undefined> {
  const types = contentTypes && new Set(contentTypes.map((value) => content.typeOf(value)?.definition.name));
  const until = performance.now() + STREAM_MS;
  let page = await changes.page(ctx, ctx.request.header('last-event-id') ?? since ?? undefined, READ_AT_ONCE);
  // The response begins when nothing can be missed any more.
  yield undefined;
  while (!closed?.aborted && !changes.isOver && performance.now() < until) {
    const found = page.changes.filter(({ kind, type }) => kind === 'entry' && (!types || types.has(type)));
    for (const [at, change] of found.entries())
      yield { change, ...(at === found.length - 1 && { cursor: page.cursor }) };
    if (found.length === 0) yield undefined;
    const options = { limit: READ_AT_ONCE, waitMs: page.more ? 0 : HEARTBEAT_MS, ...(closed && { closed }) };
    page = await changes.following(ctx, page.cursor, options);
  }
}
