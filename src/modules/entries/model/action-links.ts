import { type EntryType } from './entry.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { type Principal } from '../../../access/principal.js';
import { type Site } from '../../../site/site.js';
import { type EntriesDialect } from '../../../variant/entries.variants.js';

/** An action that a link shows to editors. */
interface Action {
  readonly name: string;
  readonly title: string;
  /** The fields used for the action. */
  readonly properties: object;
  readonly allowed: (principal: Principal) => boolean;
}

/** The properties of a resource that determine its actions. */
interface ActionTarget {
  readonly type: EntryType;
  readonly taxonomies: readonly Taxonomy[];
  readonly route: string;
  readonly fields: { readonly fields: object };
}

const API = 'https://api.w.org/';
const IDS = { type: 'array', items: { type: 'integer' } };

const UNFILTERED_HTML: Action = {
  name: 'unfiltered-html',
  title: 'You may store any HTML and scripts.',
  properties: { content: { raw: { type: 'string' } } },
  allowed: (principal) => principal.can('unfiltered_html'),
};

/** The actions of a type. */
function actionsOf({ type, taxonomies, fields }: ActionTarget, { showsEditorFields }: EntriesDialect): Action[] {
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
    ...(showsEditorFields ? [UNFILTERED_HTML] : []),
    ...('sticky' in fields.fields ? [sticky] : []),
    ...(type.supports.includes('author') ? [assignAuthor] : []),
    ...taxonomies.flatMap(termActions),
  ];
}

/** Terms of a hierarchy are created by users who manage it, others by everyone who may assign them. */
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

const BY_RESOURCE = new WeakMap<ActionTarget, WeakMap<EntriesDialect, Action[]>>();

function declaredActions(resource: ActionTarget, dialect: EntriesDialect): Action[] {
  let byDialect = BY_RESOURCE.get(resource);
  if (!byDialect) BY_RESOURCE.set(resource, (byDialect = new WeakMap()));
  let actions = byDialect.get(dialect);
  if (!actions) byDialect.set(dialect, (actions = actionsOf(resource, dialect)));
  return actions;
}

/** Relations of the actions the principal may perform on entries of the type. */
export function allowedActions(resource: ActionTarget, principal: Principal, dialect: EntriesDialect): string[] {
  return declaredActions(resource, dialect)
    .filter((action) => action.allowed(principal))
    .map((action) => `${API}action-${action.name}`);
}

/** The same for the schema of a resource. */
export function actionLinksSchema(resource: ActionTarget, site: Site, dialect: EntriesDialect): object[] {
  return declaredActions(resource, dialect).map(({ name, title, properties }) => ({
    rel: `${API}action-${name}`,
    title,
    href: site.rest(`${resource.route}/{id}`),
    targetSchema: { type: 'object', properties },
  }));
}
