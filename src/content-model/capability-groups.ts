import { type PostTypeCapabilities } from './capabilities.js';
import { type PostType } from './post-types.js';

/** Types whose entries need the same capabilities, as a condition on the column `post_type`. */
export interface CapabilityGroup {
  readonly condition: string;
  readonly covers: (type: string) => boolean;
  readonly names: PostTypeCapabilities;
}

/** Types with the same capabilities form a group; the last one, for types with the capabilities of posts, also covers unknown types. */
export function capabilityGroups(types: ReadonlyMap<string, PostType>): CapabilityGroup[] {
  const posts = types.get('post')!.capabilities;
  const groups = new Map<string, { names: PostTypeCapabilities; types: string[] }>();
  for (const { name, restBase, capabilities } of types.values()) {
    if (restBase === undefined || judgingNames(capabilities) === judgingNames(posts)) continue;
    const group = groups.get(judgingNames(capabilities)) ?? { names: capabilities, types: [] };
    group.types.push(name);
    groups.set(judgingNames(capabilities), group);
  }
  const others = [...groups.values()];
  const ownTypes = others.flatMap((group) => group.types);
  return [
    ...others.map(({ names, types: named }) => ({
      condition: typeCondition(named, { isExcluded: false }),
      covers: (type: string) => named.includes(type),
      names,
    })),
    {
      condition: ownTypes.length > 0 ? typeCondition(ownTypes, { isExcluded: true }) : 'IS NOT NULL',
      covers: (type: string) => !ownTypes.includes(type),
      names: posts,
    },
  ];
}

/** The capability names that apply to existing entries, as a key. Meta capabilities are resolved. */
function judgingNames(capabilities: PostTypeCapabilities): string {
  const { create_posts: _create, edit_post: _edit, read_post: _read, delete_post: _delete, ...judging } = capabilities;
  return JSON.stringify(judging);
}

function typeCondition(types: readonly string[], { isExcluded }: { isExcluded: boolean }): string {
  const names = types.map((name) => `'${name}'`);
  if (names.length === 1) return `${isExcluded ? '<>' : '='} ${names[0]}`;
  return `${isExcluded ? 'NOT IN' : 'IN'} (${names.join(', ')})`;
}
