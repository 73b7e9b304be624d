/** Rows that values of fields follow from and that the versions of their items do not follow. */
export interface FieldSource {
  readonly name: string;
  /** Texts that change with everything that a value may follow from, by ID; rows that do not exist have none. In one go for all. */
  versions(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** The rows that the values of one item follow from. */
export type FollowedRows = readonly (readonly [source: FieldSource, ids: readonly number[]])[];

const NONE: FollowedRows = [];

/** What follows from more rows than this costs more to check than it saves. */
const MAX_ROWS = 1000;

/** What values of fields follow from, named while they load: without it, items with these values could not be cached. */
export class FieldTrace {
  private readonly followed = new Map<number, Map<FieldSource, Set<number>>>();
  private readonly excluded = new Set<number>();

  follow(item: number, source: FieldSource, ids: Iterable<number>): void {
    let sources = this.followed.get(item);
    if (!sources) this.followed.set(item, (sources = new Map()));
    let rows = sources.get(source);
    if (!rows) sources.set(source, (rows = new Set()));
    for (const id of ids) rows.add(id);
  }

  /** The values of the item follow from more than what can be named. */
  exclude(item: number): void {
    this.excluded.add(item);
  }

  /** Undefined if not everything is known, or too much to be checked. */
  of(item: number): FollowedRows | undefined {
    if (this.excluded.has(item)) return undefined;
    const sources = this.followed.get(item);
    if (!sources) return NONE;
    if ([...sources.values()].reduce((sum, { size }) => sum + size, 0) > MAX_ROWS) return undefined;
    return [...sources]
      .filter(([, ids]) => ids.size > 0)
      .map(([source, ids]) => [source, [...ids].sort((one, next) => one - next)] as const)
      .sort(([one], [next]) => (one.name < next.name ? -1 : 1));
  }
}
