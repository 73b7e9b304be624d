type Json = Record<string, unknown>;

/** Selected fields below a name; undefined selects the whole value. */
type Tree = Map<string, Tree | undefined>;

/** An object that the name of any of its parts selects as a whole: WordPress divides arrays of PHP, not objects. */
export class WholeObject {
  constructor(members: object) {
    Object.assign(this, members);
  }
}

/** Members that are sent only on request: a parameter of the name, with a value such as 1, adds one to the others. */
export const ON_REQUEST = ['blocks'] as const;

/**
 * The fields that `_fields` selects. As a set it contains every top-level field that is selected at least in part, so that nothing
 * else is computed; `pick` then reduces values to the selected parts.
 */
export class FieldSelection extends Set<string> {
  private readonly tree: Tree = new Map();

  /** `nested`: a name such as `title.rendered` selects a field of a field. */
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

  /** Whether the whole field is selected. */
  namesWhole(name: string): boolean {
    return this.has(name) && this.tree.get(name) === undefined;
  }

  pick(members: Json): Json {
    return pickTree(members, this.tree);
  }

  /** Equal for selections of the same parts; undefined where others are sent as well. */
  get key(): string | undefined {
    return treeKey(this.tree);
  }
}

/** All fields, and those that are sent only on request. */
export class WithRequested extends FieldSelection {
  private readonly others: ReadonlySet<string>;

  constructor(requested: readonly string[]) {
    super(requested, false);
    this.others = new Set(ON_REQUEST.filter((name) => !requested.includes(name)));
  }

  override has(name: string): boolean {
    return !this.others.has(name);
  }

  override namesWhole(name: string): boolean {
    return this.has(name);
  }

  override pick(members: Json): Json {
    return members;
  }

  override get key(): undefined {
    return undefined;
  }
}

function treeKey(tree: Tree): string {
  const names = [...tree].map(([name, below]) => JSON.stringify(name) + (below ? treeKey(below) : ''));
  return `{${names.sort().join()}}`;
}

function pickTree(members: Json, tree: Tree): Json {
  const picked: Json = {};
  for (const [name, value] of Object.entries(members)) {
    if (!tree.has(name)) continue;
    const below = tree.get(name);
    if (!below || typeof value !== 'object' || value === null || isWhole(value)) picked[name] = value;
    else {
      const part = Array.isArray(value) ? {} : pickTree(value as Json, below);
      // As everywhere in the API, an empty map is encoded as an empty list.
      picked[name] = Object.keys(part).length > 0 ? part : [];
    }
  }
  return picked;
}

/** An empty object is not the empty map of PHP, which is an empty list. */
function isWhole(value: object): boolean {
  return value instanceof WholeObject || (!Array.isArray(value) && Object.keys(value).length === 0);
}
