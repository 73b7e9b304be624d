import { globalId } from './global-id.js';

/** About as much as proxies accept in one header. */
const MAX_BYTES = 4000;

/** What an answer was made from, for caches that purge by key: lists by their type, and nodes. */
export class CacheKeys {
  private readonly lists = new Set<string>();
  private readonly nodes = new Map<string, { kind: string; id: number | string; type: string }>();

  /** `isSent`: otherwise nodes are not collected. */
  constructor(private readonly isSent = true) {}

  /** By the name of the object type, in lower case as in WPGraphQL. */
  list(type: string): void {
    this.lists.add(`list:${type.toLowerCase()}`);
  }

  node(kind: string, id: number | string, type: string): void {
    if (this.isSent) this.nodes.set(`${kind}:${id}`, { kind, id, type });
  }

  /** Keys of one operation, the first ones always, as many nodes as there is room for, and the types of the others. */
  header(first: readonly string[]): string {
    const keys = [...first, ...this.lists];
    let length = keys.join(' ').length;
    const skipped = new Set<string>();
    for (const { kind, id: databaseId, type } of this.nodes.values()) {
      const id = globalId(kind, databaseId);
      if (length + id.length + 1 > MAX_BYTES) skipped.add(`skipped:${type}`);
      else {
        keys.push(id);
        length += id.length + 1;
      }
    }
    return [...keys, ...skipped].join(' ');
  }
}
