type Json = Record<string, unknown>;

/** Members below a name; undefined: the whole value. */
type Tree = Map<string, Tree | undefined>;

/**
 * The members that `_fields` names. As a set it holds every top-level name of which at least a part is wanted, so that nothing else
 * is computed; `pick` then keeps the named parts.
 */
export class FieldSelection extends Set<string> {
  private readonly tree: Tree = new Map();

  /** `nested`: a name such as `title.rendered` means a member of a member. */
  constructor(names: readonly string[], nested: boolean) {
    super();
    for (const name of names) this.select(nested ? name.split('.') : [name]);
  }

  private select(path: readonly string[]): void {
    this.add(path[0]!);
    let tree = this.tree;
    for (const [depth, name] of path.entries()) {
      const below = tree.get(name);
      if (tree.has(name) && below === undefined) return;
      const next: Tree | undefined = depth === path.length - 1 ? undefined : (below ?? new Map());
      tree.set(name, next);
      if (!next) return;
      tree = next;
    }
  }

  /** Whether the member is wanted as a whole. */
  namesWhole(name: string): boolean {
    return this.has(name) && this.tree.get(name) === undefined;
  }

  pick(members: Json): Json {
    return pickTree(members, this.tree);
  }
}

function pickTree(members: Json, tree: Tree): Json {
  const picked: Json = {};
  for (const [name, value] of Object.entries(members)) {
    if (!tree.has(name)) continue;
    const below = tree.get(name);
    if (!below || typeof value !== 'object' || value === null) picked[name] = value;
    else {
      const part = Array.isArray(value) ? {} : pickTree(value as Json, below);
      // As everywhere in the interface, an empty map is an empty list.
      picked[name] = Object.keys(part).length > 0 ? part : [];
    }
  }
  return picked;
}
