import { type Change, type ChangesService } from '../change-feed/changes.service.js';
import { type GraphContext } from '../graphql/context/graph-context.js';
import { globalId } from '../graphql/model/global-id.js';
import { listConnection, type PageArgs } from '../graphql/model/paging.js';
import { entryNode } from '../graphql/nodes/find-nodes.js';
import { type SchemaText } from '../graphql/schema/schema-text.js';

interface ActionArgs extends PageArgs {
  readonly where?: {
    readonly sinceTimestamp?: number | null;
    readonly previewStream?: boolean | null;
    readonly orderby?: readonly ({ readonly field: string; readonly order: 'ASC' | 'DESC' } | null)[] | null;
  } | null;
}

/** A change as WPGatsby describes it. */
interface Action {
  readonly version: number;
  readonly id: string;
  readonly title: string | null;
  readonly actionType: 'CREATE' | 'UPDATE' | 'DELETE' | 'REFETCH_ALL';
  readonly referencedNodeID?: string;
  readonly referencedNodeGlobalRelayID?: string;
  readonly referencedNodeStatus?: string;
  readonly referencedNodeSingularName?: string;
  readonly referencedNodePluralName?: string;
}

/** Of more writes than this, reading everything again is cheaper than reading each. */
const MAX_WRITES = 2000;
const WEEK_MS = 7 * 24 * 3_600_000;
const ACTIONS = { created: 'CREATE', updated: 'UPDATE', deleted: 'DELETE' } as const;
const PUBLISHED = 'publish';
const MENU_ITEM = 'nav_menu_item';
const MENU = 'nav_menu';
const MENU_ITEM_NAMES = { field: 'menuItem', fields: 'menuItems' };
const MENU_NAMES = { field: 'menu', fields: 'menus' };
const COMMENT_NAMES = { field: 'comment', fields: 'comments' };
const USER_NAMES = { field: 'user', fields: 'users' };
const KINDS = { entry: 'post', term: 'term', comment: 'comment', user: 'user' } as const;

/** `actionMonitorActions`: what Gatsby reads again or deletes, as the requester may see it. */
export function actionMonitor(text: SchemaText, changes: ChangesService): void {
  text.define(
    `type ActionMonitorAction implements Node {
       actionType: String
       databaseId: Int!
       referencedNodeGlobalRelayID: String
       referencedNodeID: String
       referencedNodePluralName: String
       referencedNodeSingularName: String
       referencedNodeStatus: String
       title: String
     }`,
  );
  text.field('ActionMonitorAction', 'databaseId: Int!', ({ version }: Action) => version);
  text.connection({
    from: 'RootQuery',
    field: 'actionMonitorActions',
    to: 'ActionMonitorAction',
    where: 'sinceTimestamp: Float, previewStream: Boolean, orderby: [PostObjectsConnectionOrderbyInput]',
    resolve: async (_source, { where, ...page }: ActionArgs, ctx) => {
      const since = where?.sinceTimestamp ?? Date.now() - WEEK_MS;
      const actions = where?.previewStream ? [] : await actionsSince(ctx, changes, since);
      const isAscending = where?.orderby?.[0]?.order === 'ASC';
      return listConnection(isAscending ? actions : [...actions].reverse(), page, ({ version }) => version);
    },
  });
}

async function actionsSince(ctx: GraphContext, changes: ChangesService, since: number): Promise<readonly Action[]> {
  const found = await changes.fromTime(ctx.request, since, MAX_WRITES);
  if (!found) return [refetchAll];
  const actions = await Promise.all(found.map((change) => action(ctx, change)));
  return actions.filter((one) => one !== undefined);
}

const refetchAll: Action = {
  version: 0,
  id: globalId('action_monitor', 0),
  title: 'All content',
  actionType: 'REFETCH_ALL',
};

/** Undefined for what is no node of the schema. An entry that the schema does not show to the requester has left for them. */
async function action(
  ctx: GraphContext,
  { kind, type, id, version, action: done }: Change,
): Promise<Action | undefined> {
  const names = namesOf(ctx, kind, type);
  if (!names) return undefined;
  const node = kind === 'entry' && done !== 'deleted' && type !== MENU_ITEM ? await entryNode(ctx, id) : undefined;
  const hasLeft = done === 'deleted' || (kind === 'entry' && type !== MENU_ITEM && !node);
  const status = hasLeft ? 'trash' : (node?.status ?? PUBLISHED);
  return {
    version,
    id: globalId('action_monitor', version),
    title: node?.title({}) ?? null,
    actionType: hasLeft ? 'DELETE' : ACTIONS[done],
    referencedNodeID: String(id),
    referencedNodeGlobalRelayID: globalId(KINDS[kind], id),
    // Files have the status of what they are attached to.
    referencedNodeStatus: status === 'inherit' ? PUBLISHED : status,
    referencedNodeSingularName: names.field,
    referencedNodePluralName: names.fields,
  };
}

function namesOf({ content }: GraphContext, kind: Change['kind'], type: string) {
  if (kind === 'entry') return type === MENU_ITEM ? MENU_ITEM_NAMES : content.type(type);
  if (kind === 'term') return type === MENU ? MENU_NAMES : content.taxonomy(type);
  return kind === 'comment' ? COMMENT_NAMES : USER_NAMES;
}
