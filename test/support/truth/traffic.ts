import { type Choices } from './random.js';
import { look, write } from './remote.js';

type Kind = 'posts' | 'pages' | 'media' | 'categories' | 'tags' | 'users' | 'comments';
const KINDS: readonly Kind[] = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments'];
const MAX_KNOWN = 12;

/** Addresses that show everything at once or by filters. */
const LISTS = [
  '/',
  '/wp/v2',
  '/wp/v2/types',
  '/wp/v2/statuses',
  '/wp/v2/taxonomies',
  ...KINDS.flatMap((kind) => [
    `/wp/v2/${kind}`,
    `/wp/v2/${kind}?per_page=3&_embed`,
    `/wp/v2/${kind}?search=e`,
    `/wp/v2/${kind}?orderby=id&order=asc&per_page=5`,
  ]),
  '/wp/v2/posts?sticky=true',
  '/wp/v2/posts?_fields=id,title',
  '/wp/v2/posts?context=embed',
  '/wp/v2/categories?hide_empty=true',
  '/wp/v2/posts?_envelope',
  '/wp/v2/posts?per_page=1&page=2',
];

/** Random reads and writes over all resources, of several processes on one database. */
export class Traffic {
  readonly counts = { reads: 0, writes: 0, failures: 0 };
  /** What a process answered from memory although it had written the change itself. */
  readonly ownStale: string[] = [];
  private readonly ids: Record<Kind, number[]> = {
    posts: [],
    pages: [],
    media: [],
    categories: [],
    tags: [],
    users: [],
    comments: [],
  };
  private number = 0;

  constructor(
    private readonly bases: readonly string[],
    private readonly choices: Choices,
    private readonly picture: Buffer,
  ) {}

  /** Everything the two sides are compared at. */
  addresses(): string[] {
    const items = KINDS.flatMap((kind) =>
      this.ids[kind].slice(-MAX_KNOWN).flatMap((id) => [`/wp/v2/${kind}/${id}`, `/wp/v2/${kind}/${id}?_embed`]),
    );
    const embeds = this.ids.posts
      .slice(-3)
      .map((id) => `/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?p=${id}`)}`);
    const byTerm = this.ids.categories.slice(-3).map((id) => `/wp/v2/posts?categories=${id}`);
    return [...LISTS, ...items, ...embeds, ...byTerm];
  }

  async read(): Promise<void> {
    this.counts.reads++;
    await look(this.choices.of(this.bases), this.choices.of(this.addresses()));
  }

  async change(): Promise<void> {
    this.counts.writes++;
    const base = this.choices.of(this.bases);
    const roll = this.choices.below(20);
    if (roll === 0)
      return void (await this.send(base, 'POST', '/wp/v2/settings', {
        title: this.name('Site'),
        posts_per_page: 5 + this.choices.below(5),
      }));
    const kind = this.choices.of(KINDS);
    const id = this.choices.of(this.ids[kind]);
    if (id === undefined || roll < 6) return this.create(base, kind);
    if (roll < 8 && this.ids[kind].length > 3) return this.remove(base, kind, id);
    await this.update(base, kind, id);
  }

  private async create(base: string, kind: Kind): Promise<void> {
    const { body } = await this.send(
      base,
      'POST',
      `/wp/v2/${kind}`,
      kind === 'media' ? this.picture : this.members(kind, true),
    );
    if (body.id !== undefined) this.ids[kind].push(body.id);
  }

  private async remove(base: string, kind: Kind, id: number): Promise<void> {
    const force =
      kind === 'posts' || kind === 'pages' || kind === 'comments' ? this.choices.of(['true', 'false']) : 'true';
    await this.send(base, 'DELETE', `/wp/v2/${kind}/${id}?force=${force}&reassign=1`);
    if (force === 'true') this.ids[kind] = this.ids[kind].filter((other) => other !== id);
  }

  /** The process that wrote must not answer with what was before, not even for a moment. */
  private async update(base: string, kind: Kind, id: number): Promise<void> {
    const before = await look(base, `/wp/v2/${kind}/${id}`);
    const { status } = await this.send(base, 'POST', `/wp/v2/${kind}/${id}`, this.members(kind, false));
    const after = await look(base, `/wp/v2/${kind}/${id}`);
    if (status === 200 && before.status === 200 && after.isHit && after.text === before.text)
      this.ownStale.push(`/wp/v2/${kind}/${id}`);
  }

  private async send(base: string, method: string, path: string, body?: object | Buffer) {
    const done = await write(base, method, path, body);
    // Others may have deleted it meanwhile; what the service fails at is another matter.
    if (done.status >= 500) this.counts.failures++;
    return done;
  }

  private members(kind: Kind, isNew: boolean): object {
    const title = this.name(kind);
    switch (kind) {
      case 'posts':
        return {
          title,
          content: `${title} [gallery]`,
          sticky: this.choices.below(4) === 0,
          categories: this.ids.categories.slice(-2),
          tags: this.ids.tags.slice(-2),
          featured_media: this.ids.media.at(-1) ?? 0,
          ...this.status(isNew),
        };
      case 'pages':
        return { title, content: title, menu_order: this.choices.below(9), ...this.status(isNew) };
      case 'media':
        return { title, alt_text: title, caption: title, post: this.ids.posts.at(-1) ?? 0 };
      case 'categories':
        return {
          name: title,
          description: title,
          ...(this.choices.below(2) === 0 && { parent: this.ids.categories.at(0) ?? 0 }),
        };
      case 'tags':
        return { name: title, description: title };
      case 'users':
        return isNew
          ? { username: title.toLowerCase(), email: `${title}@x.test`, password: 'a password', roles: ['author'] }
          : { name: title, description: title, url: `http://${title}.test` };
      case 'comments':
        return isNew
          ? { post: this.ids.posts.at(-1) ?? 1, content: title }
          : { content: title, status: this.choices.of(['approved', 'hold']) };
    }
  }

  private status(isNew: boolean): object {
    const roll = this.choices.below(isNew ? 8 : 12);
    return { status: roll === 0 ? 'draft' : roll === 1 ? 'private' : 'publish' };
  }

  private name(what: string): string {
    return `${what}-e${this.number++}x${this.choices.below(1000)}`;
  }
}
