import { type ContentPage, type ContentQuery, type MediaFile } from './content-items.js';

const MAX_PER_PAGE = 100;
const NOT_FOUND = 404;

/** What a call of a route needs, and what it returns. */
export interface RouteCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly route: string;
  readonly query?: object;
  readonly values?: object;
  readonly file?: MediaFile;
  /** Whether it is one of many calls that read everything once. */
  readonly isBulkRead?: boolean;
}

export interface RouteResult {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export type CallRoute = (call: RouteCall) => Promise<RouteResult>;

type ReadOptions = Pick<ContentQuery, 'context' | '_fields' | '_embed'> & { readonly password?: string };

export interface DeleteOptions {
  /** Deletes permanently instead of moving to the trash; always so for what has no trash. */
  readonly force?: boolean;
  /** For users: who gets their entries; without it they are deleted. */
  readonly reassign?: number;
}

/**
 * The entries of one type, the terms of one taxonomy, or the comments, users or media items, as one principal may use them.
 * Refusals and invalid values are thrown as `RestError`.
 */
export class ContentCollection<Item extends object, Input extends object, NewInput extends object = Input> {
  constructor(
    private readonly call: CallRoute,
    private readonly route: string,
    private readonly hasTrash: boolean,
  ) {}

  async find(query: ContentQuery = {}): Promise<ContentPage<Item>> {
    const { body, headers } = await this.call({ method: 'GET', route: this.route, query });
    return {
      items: body as Item[],
      total: Number(headers['X-WP-Total'] ?? 0),
      totalPages: Number(headers['X-WP-TotalPages'] ?? 0),
    };
  }

  /** Everything that matches, by ID unless `orderby` says otherwise. Reads page by page, without a snapshot. */
  async *iterate(query: Omit<ContentQuery, 'page'> = {}): AsyncGenerator<Item, void, undefined> {
    const sorted = { per_page: MAX_PER_PAGE, ...(query.orderby === undefined && { orderby: 'id', order: 'asc' }) };
    for (let page = 1; ; page++) {
      const { items, totalPages } = await this.find({ ...sorted, ...query, page } as ContentQuery);
      yield* items;
      if (page >= totalPages) return;
    }
  }

  /** Undefined if it does not exist. */
  async get(id: number, options: ReadOptions = {}): Promise<Item | undefined> {
    try {
      const { body } = await this.call({ method: 'GET', route: this.at(id), query: options });
      return body as Item;
    } catch (error) {
      if (error instanceof Error && 'status' in error && error.status === NOT_FOUND) return undefined;
      throw error;
    }
  }

  async create(values: NewInput): Promise<Item> {
    const { file, ...others } = values as { file?: MediaFile };
    const { body } = await this.call({ method: 'POST', route: this.route, values: others, file });
    return body as Item;
  }

  /** Values that are not given stay unchanged. */
  async update(id: number, values: Input): Promise<Item> {
    const { body } = await this.call({ method: 'PUT', route: this.at(id), values });
    return body as Item;
  }

  /** Moves to the trash where there is one. Returns the item as it is in the trash, or as it was. */
  async delete(id: number, { force = !this.hasTrash, reassign }: DeleteOptions = {}): Promise<Item> {
    const isUser = this.route.endsWith('/users');
    const query = { force, ...(isUser && { reassign: reassign ?? false }) };
    const { body } = await this.call({ method: 'DELETE', route: this.at(id), query });
    const { deleted, previous } = body as { deleted?: boolean; previous?: Item };
    return deleted ? previous! : (body as Item);
  }

  private at(id: number): string {
    if (!Number.isSafeInteger(id) || id < 1) throw new TypeError(`${String(id)} is not an ID.`);
    return `${this.route}/${id}`;
  }
}
