import { type EntryType } from '../../content/entries/entry.js';
import { type Taxonomy } from '../../site/model/taxonomies.js';
import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';

/** An action that a link announces to editors. */
interface Action {
  readonly name: string;
  readonly title: string;
  /** The members it is done with. */
  readonly properties: object;
  readonly allowed: (principal: Principal) => boolean;
}

/** The part of a resource that decides which actions there are. */
interface ActionTarget {
  readonly type: EntryType;
  readonly taxonomies: readonly Taxonomy[];
  readonly route: string;
  readonly fields: { readonly fields: object };
}

const API = 'https://api.w.org/';
const IDS = { type: 'array', items: { type: 'integer' } };

/** The actions a type knows. */
function actionsOf({ type, taxonomies, fields }: ActionTarget): Action[] {
  const { publish_posts, edit_others_posts } = type.capabilities;
  const publish: Action = {
    name: 'publish',
    title: 'You may publish this entry.',
    properties: { status: { type: 'string', enum: ['publish', 'future'] } },
    allowed: (principal) => principal.can(publish_posts),
  };
  const sticky: Action = {
    name: 'sticky',
    title: 'You may make this entry stick to the front page.',
    properties: { sticky: { type: 'boolean' } },
    allowed: (principal) => principal.can(edit_others_posts) && principal.can(publish_posts),
  };
  const assignAuthor: Action = {
    name: 'assign-author',
    title: 'You may change the author of this entry.',
    properties: { author: { type: 'integer' } },
    allowed: (principal) => principal.can(edit_others_posts),
  };
  return [
    ...(type.name === 'attachment' ? [] : [publish]),
    ...('sticky' in fields.fields ? [sticky] : []),
    ...(type.supports.includes('author') ? [assignAuthor] : []),
    ...taxonomies.flatMap(termActions),
  ];
}

/** Terms of a tree are made by those who manage it, others by everybody who assigns them. */
function termActions({ restBase = '', hierarchical, capabilities }: Taxonomy): Action[] {
  const properties = { [restBase]: IDS };
  return [
    {
      name: `assign-${restBase}`,
      title: `You may assign ${restBase}.`,
      properties,
      allowed: (principal) => principal.can(capabilities.assign_terms),
    },
    {
      name: `create-${restBase}`,
      title: `You may create ${restBase}.`,
      properties,
      allowed: (principal) => principal.can(hierarchical ? capabilities.edit_terms : capabilities.assign_terms),
    },
  ];
}

const BY_RESOURCE = new WeakMap<ActionTarget, Action[]>();

function known(resource: ActionTarget): Action[] {
  let actions = BY_RESOURCE.get(resource);
  if (!actions) BY_RESOURCE.set(resource, (actions = actionsOf(resource)));
  return actions;
}

/** Relations of what the principal may do to entries of the type. */
export function allowedActions(resource: ActionTarget, principal: Principal): string[] {
  return known(resource)
    .filter((action) => action.allowed(principal))
    .map((action) => `${API}action-${action.name}`);
}

/** The same as the schema of a resource describes it. */
export function actionLinksSchema(resource: ActionTarget, site: Site): object[] {
  return known(resource).map(({ name, title, properties }) => ({
    rel: `${API}action-${name}`,
    title,
    href: site.rest(`${resource.route}/{id}`),
    targetSchema: { type: 'object', properties },
  }));
}
