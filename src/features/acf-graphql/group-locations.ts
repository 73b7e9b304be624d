import { type GroupDefinition, type LocationRule } from '../acf/definitions/definition.js';
import { type GraphContent } from '../graphql/model/names.js';

/** Conditions that may be combined; others about something else place a group nowhere. */
const OF_POSTS = ['post_type', 'post_status', 'post_format', 'post_category', 'post_taxonomy', 'post'];
const OF_PAGES = ['page_type', 'page_parent', 'page'];
const OF_USERS = ['user_form', 'user_role'];
const COMBINED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...OF_POSTS.map((param) => [param, OF_POSTS] as const),
  ...OF_PAGES.map((param) => [param, [...OF_PAGES, 'page_template']] as const),
  ...['post_template', 'page_template'].map((param) => [param, OF_PAGES] as const),
  ...OF_USERS.map((param) => [param, OF_USERS] as const),
]);

/** Types of the schema whose nodes have the fields of a group: those that it names, or those of its location. */
export function typesOfGroup(
  { location, isActive, settings }: GroupDefinition,
  content: GraphContent,
  postTypes: ReadonlyMap<number, string>,
  optionsPages: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const chosen = settings.texts('graphql_types');
  if (chosen.length > 0 && !settings.flag('map_graphql_types_from_location_rules')) return new Set(chosen);
  const added = new Set<string>();
  const removed = new Set<string>();
  if (!isActive) return added;
  for (const rules of location)
    for (const rule of rules) {
      const others = rules.filter((other) => other !== rule).map(({ param }) => param);
      if (others.some((param) => !COMBINED.get(rule.param)?.includes(param))) continue;
      const { types, except = [] } = placeOf(rule, content, postTypes, optionsPages);
      for (const type of types) added.add(type);
      for (const type of except) removed.add(type);
    }
  return new Set([...added].filter((type) => !removed.has(type)));
}

interface Place {
  readonly types: readonly string[];
  readonly except?: readonly string[];
}

function placeOf(
  { param, value, isNegated }: LocationRule,
  content: GraphContent,
  postTypes: ReadonlyMap<number, string>,
  optionsPages: ReadonlyMap<string, string>,
): Place {
  /** One of several types, or all of them but it. */
  const among = (all: ReadonlyMap<string, string>): Place => {
    const named = all.get(value);
    if (isNegated) return value === 'all' ? { types: [] } : { types: [...all.values()], except: named ? [named] : [] };
    return { types: value === 'all' ? [...all.values()] : named === undefined ? [] : [named] };
  };
  const single = (type: string): Place =>
    isNegated && value === 'all' ? { types: [], except: [type] } : { types: [type] };
  switch (param) {
    case 'post_type':
      return among(new Map(content.types.map(({ definition, type }) => [definition.name, type])));
    case 'taxonomy':
      return among(new Map(content.taxonomies.map(({ definition, type }) => [definition.name, type])));
    case 'post_template':
    case 'page_template':
      return among(
        new Map([['default', 'DefaultTemplate'], ...content.templates.map(({ file, type }) => [file, type] as const)]),
      );
    case 'post': {
      const type = isNegated ? undefined : content.type(postTypes.get(Number(value)) ?? '')?.type;
      return { types: type === undefined ? [] : [type] };
    }
    case 'page_type':
      return { types: value === 'front_page' || value === 'posts_page' ? ['Page'] : [] };
    case 'page':
    case 'page_parent':
      return { types: ['Page'] };
    case 'user_form':
    case 'user_role':
      return { types: ['User'] };
    case 'attachment':
      return isNegated && value !== 'all' ? { types: [] } : single('MediaItem');
    case 'comment':
      return single('Comment');
    case 'nav_menu':
      return single('Menu');
    case 'nav_menu_item':
      return single('MenuItem');
    case 'options_page':
      return among(optionsPages);
    default:
      return { types: [] };
  }
}

/** IDs of entries that location rules name. */
export function namedPosts(groups: readonly GroupDefinition[]): number[] {
  const rules = groups.flatMap(({ location }) => location.flat());
  return rules.flatMap(({ param, value }) => (param === 'post' && Number(value) > 0 ? [Number(value)] : []));
}
