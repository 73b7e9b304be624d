import { GraphError } from './graph-error.js';

/** Arguments of a connection. */
export interface PageArgs {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

export interface Paging {
  readonly amount: number;
  /** Whether the page is the end of the list, or the one before a cursor. */
  readonly isBackward: boolean;
  /** Whether an amount was requested; without one, a page does not tell whether others follow. */
  readonly isCounted: boolean;
  readonly after?: string;
  readonly before?: string;
}

const DEFAULT_AMOUNT = 10;
const MAX_AMOUNT = 100;
const PREFIX = 'arrayconnection:';

export function readPaging({ first, last, after, before }: PageArgs, defaultAmount = DEFAULT_AMOUNT): Paging {
  if (first && last)
    throw new GraphError('`first` and `last` exclude each other: use `first` with `after`, or `last` with `before`.');
  if ((first ?? 0) < 0) throw new GraphError('`first` must not be negative.');
  if ((last ?? 0) < 0) throw new GraphError('`last` must not be negative.');
  const requested = first || last || 0;
  return {
    amount: Math.min(requested || defaultAmount, MAX_AMOUNT),
    isBackward: Boolean(last),
    isCounted: requested > 0,
    after: readCursor(after),
    before: readCursor(before),
  };
}

export const cursorOf = (id: number | string) => Buffer.from(PREFIX + id).toString('base64');

/** Undefined for a text that is no cursor, which is ignored. */
function readCursor(text: string | null | undefined): string | undefined {
  if (!text || text.length > 500) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return decoded.startsWith(PREFIX) && decoded.length > PREFIX.length ? decoded.slice(PREFIX.length) : undefined;
}

export const numberedCursor = (cursor: string | undefined) => Number(/^\d{1,15}$/.exec(cursor ?? '')?.[0] ?? 0);

/** What was found for a page: at most one more than its amount, in the order of the list. */
export interface Found<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /** Whether the cursors are places in the list. */
  readonly hasAfter: boolean;
  readonly hasBefore: boolean;
}

export interface PageEdge<N> {
  readonly cursor: string;
  readonly node: N;
}

/** A page of a connection, as its resolver returns it. */
export class ConnectionPage<N> {
  constructor(
    readonly nodes: readonly N[],
    private readonly paging: Pick<Paging, 'isBackward' | 'isCounted'>,
    private readonly found: Pick<Found<unknown>, 'hasMore' | 'hasAfter' | 'hasBefore'>,
    private readonly idOf: (node: N) => number | string,
    /** Counts the nodes of all pages, if it is requested. */
    readonly totalCount?: () => Promise<number>,
  ) {}

  get edges(): readonly PageEdge<N>[] {
    return this.nodes.map((node) => ({ cursor: this.cursor(node), node }));
  }

  get pageInfo(): object {
    const { isBackward, isCounted } = this.paging;
    const { hasMore, hasAfter, hasBefore } = this.found;
    return {
      hasNextPage: isCounted && (isBackward ? hasBefore : hasMore),
      hasPreviousPage: isCounted && (isBackward ? hasMore : hasAfter),
      startCursor: this.nodes.length > 0 ? this.cursor(this.nodes[0]!) : null,
      endCursor: this.nodes.length > 0 ? this.cursor(this.nodes.at(-1)!) : null,
    };
  }

  private cursor(node: N): string {
    return cursorOf(this.idOf(node));
  }
}

const texts = new WeakMap<object, string>();

/** Arguments as text, which nodes of one field have in common. */
export function argumentsKey(args: object | null | undefined): string {
  if (!args) return '';
  let text = texts.get(args);
  if (text === undefined) texts.set(args, (text = JSON.stringify(args)));
  return text;
}

/** A page of a list that is in memory. */
export function pageOf<T>(all: readonly T[], paging: Paging, idOf: (item: T) => number | string): Found<T> {
  const at = (cursor: string | undefined) =>
    cursor === undefined ? -1 : all.findIndex((item) => String(idOf(item)) === cursor);
  const after = at(paging.after);
  const before = at(paging.before);
  const range = all.slice(after + 1, before < 0 ? undefined : before);
  const items = paging.isBackward ? range.slice(-paging.amount) : range.slice(0, paging.amount);
  return { items, hasMore: range.length > items.length, hasAfter: after >= 0, hasBefore: before >= 0 };
}

/** A connection of a list that is in memory. */
export function listConnection<T>(all: readonly T[], args: PageArgs, idOf: (item: T) => number | string) {
  const paging = readPaging(args);
  const found = pageOf(all, paging, idOf);
  return new ConnectionPage(found.items, paging, found, idOf);
}
