/** The part of node-wpapi that the tests use; the package has no types of its own. */
declare module 'wpapi' {
  export interface Paging {
    total: number;
    totalPages: number;
    links: Record<string, string>;
    next?: WPRequest;
    prev?: WPRequest;
  }

  export type Item = Record<string, unknown> & { id: number; _paging?: Paging; _embedded?: Record<string, unknown[]> };
  export type Items = Item[] & { _paging?: Paging };

  export interface WPRequest {
    id(id: number): this;
    me(): this;
    perPage(count: number): this;
    page(page: number): this;
    search(words: string): this;
    param(name: string, value: unknown): this;
    param(values: Record<string, unknown>): this;
    categories(ids: number | number[]): this;
    excludeCategories(ids: number | number[]): this;
    tags(ids: number | number[]): this;
    excludeTags(ids: number | number[]): this;
    parent(id: number): this;
    post(id: number): this;
    taxonomy(name: string): this;
    type(name: string): this;
    slug(slug: string): this;
    order(order: 'asc' | 'desc'): this;
    orderby(orderby: string): this;
    status(status: string | string[]): this;
    before(date: string): this;
    after(date: string): this;
    password(password: string): this;
    context(context: string): this;
    embed(): this;
    edit(): this;
    revisions(): this;
    forPost(id: number): this;
    file(file: string | Buffer, name?: string): this;
    auth(credentials?: Credentials): this;
    setHeaders(name: string, value: string): this;
    get<T = Items>(): Promise<T>;
    get(callback: (error: unknown, items: Items) => void): void;
    create<T = Item>(data: object): Promise<T>;
    update<T = Item>(data: object): Promise<T>;
    delete<T = Item>(data?: object): Promise<T>;
    headers(): Promise<Record<string, string>>;
    toString(): string;
  }

  export interface Credentials {
    username?: string;
    password?: string;
    nonce?: string;
  }

  type Route = (path?: string) => WPRequest;

  export default class WPAPI {
    constructor(options: Credentials & { endpoint: string; routes?: object; transport?: Record<string, unknown> });
    static transport: { get(request: WPRequest, callback?: unknown): Promise<Items> };
    static site(endpoint: string): WPAPI;
    static discover(url: string): Promise<WPAPI>;
    auth(credentials: Credentials): this;
    setHeaders(name: string, value: string): this;
    namespace(name: string): Record<string, Route>;
    root(path?: string): WPRequest;
    posts: Route;
    pages: Route;
    categories: Route;
    tags: Route;
    media: Route;
    comments: Route;
    users: Route;
    types: Route;
    taxonomies: Route;
    settings: Route;
  }
}
