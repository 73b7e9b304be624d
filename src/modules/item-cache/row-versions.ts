import { type FieldSource, type FollowedRows } from '../../content-model/field-trace.js';

/** The versions of rows that fields of a page of items follow from, besides the items themselves. */
export class RowVersions {
  private constructor(private readonly read: ReadonlyMap<FieldSource, RowVersionsOfSource>) {}

  static async read(items: readonly FollowedRows[]): Promise<RowVersions> {
    const ids = new Map<FieldSource, Set<number>>();
    for (const [source, rows] of items.flat()) {
      let all = ids.get(source);
      if (!all) ids.set(source, (all = new Set()));
      for (const id of rows) all.add(id);
    }
    if (ids.size === 0) return NO_ROWS;
    const read = [...ids].map(async ([source, requested]) => {
      return [source, { requested, versions: await source.versions([...requested]) }] as const;
    });
    return new RowVersions(new Map(await Promise.all(read)));
  }

  static readonly none = new RowVersions(new Map());

  /** Names the rows with their versions; undefined if not all of them were read. */
  stampOf(followed: FollowedRows): string | undefined {
    let stamp = '';
    for (const [source, ids] of followed) {
      const found = this.read.get(source);
      if (!found) return undefined;
      stamp += ` ${source.name}`;
      for (const id of ids) {
        if (!found.requested.has(id)) return undefined;
        const version = found.versions.get(id);
        stamp += version === undefined ? ` ${id}` : ` ${id}:${version}`;
      }
    }
    return stamp;
  }
}

interface RowVersionsOfSource {
  readonly requested: ReadonlySet<number>;
  readonly versions: ReadonlyMap<number, string>;
}

export const NO_ROWS = RowVersions.none;
