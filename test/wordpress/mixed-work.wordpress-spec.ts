import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KNOWN_DIFFERENCES, knownReason } from '../../src/cli/compare/known-differences.js';
import { compareAnswers } from '../support/compare-answers.js';
import { picture } from '../support/files.js';
import { missingOptional } from '../support/missing.js';
import { Choices } from '../support/truth/random.js';
import { withWordPress, wordpressRelease } from '../support/wordpress.js';
import { clientAt, restRoot, type RestClient } from '../support/wordpress-client.js';
import { type Pair, startPair } from '../support/wordpress-pair.js';

/** MIXED_SECONDS=1800 makes it a long run; MIXED_SEED repeats one. */
const SECONDS = Number(process.env.MIXED_SECONDS ?? 20);
const SEED = Number(process.env.MIXED_SEED ?? Date.now() % 1_000_000);
/** Writes at the same time, half of them by either side on average; the comparisons follow. */
const CONCURRENT_WRITES = 4;
const LISTS_PER_ROUND = 2;
/** Within which the response cache notices what WordPress wrote, and remembered options expire. */
const BOUND_MS = 3000;
const OLDEST_RELEASE = 7;
const KNOWN_ITEMS = 12;

const KINDS = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments', 'blocks', 'navigation'] as const;
type Kind = (typeof KINDS)[number];

const LISTS = [
  ...KINDS.flatMap((kind) => [
    `/wp/v2/${kind}?per_page=5`,
    `/wp/v2/${kind}?per_page=5&context=edit`,
    `/wp/v2/${kind}?per_page=3&page=2&_embed`,
    `/wp/v2/${kind}?search=river&per_page=5`,
    `/wp/v2/${kind}?orderby=id&order=asc&per_page=4`,
  ]),
  '/wp/v2/posts?sticky=true',
  '/wp/v2/posts?status=draft,private,future,trash&per_page=20&orderby=id',
  '/wp/v2/pages?status=any&orderby=id&per_page=20',
  '/wp/v2/comments?status=hold',
  '/wp/v2/categories?hide_empty=true',
  '/wp/v2/settings',
  '/wp/v2/users/me?context=edit',
  '/wp/v2/search?search=river&per_page=5',
];

const WORDS = ['river', 'Ünïcode', '“quotes”', 'a & b', '<em>stress</em>', '1 < 2', "it's", '--', '...', '😀'];
const BLOCKS = [
  '<!-- wp:paragraph -->\n<p>By the river -- at "noon"</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Heading</h3>\n<!-- /wp:heading -->',
  '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>One</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
  '<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group"><!-- wp:paragraph -->\n<p>Inside</p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->',
  '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->',
  '<!-- wp:latest-posts {"postsToShow":2} /-->',
  '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
];

withWordPress(() => {
  const release = wordpressRelease();
  if (Number(release) < OLDEST_RELEASE) {
    missingOptional(`WordPress ${release} is older than ${OLDEST_RELEASE}; WORDPRESS_FILES can name another`);
    return;
  }
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair({ VARIANT: 'C', THEME_TEMPLATES: 'none' });
  });
  afterAll(() => pair?.close());

  test(
    'random reads and writes of both sides on one database show the same content to clients of either',
    async () => {
      const work = new MixedWork(pair, new Choices(SEED), await picture(320, 200, 'jpeg'));
      for (const until = Date.now() + SECONDS * 1000; Date.now() < until;) await work.round();
      await wait(BOUND_MS);
      for (const path of LISTS) await work.compare(path);
      const summary = { seed: SEED, ...work.counts };
      if (process.env.MIXED_SECONDS) process.stdout.write(`${JSON.stringify(summary)}\n`);
      expect({ refused: [...work.refused], differences: work.differences }).toEqual({ refused: [], differences: [] });
      expect(work.counts.compared).toBeGreaterThan(0);
    },
    (SECONDS + 300) * 1000,
  );
});

type Body = Record<string, unknown>;

class MixedWork {
  readonly counts = { writesHere: 0, writesAtWordPress: 0, compared: 0, known: 0 };
  /** Writes that one side rejected although the other could have made them. */
  readonly refused = new Set<string>();
  readonly differences: unknown[] = [];
  private readonly items = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  private readonly documented = KNOWN_DIFFERENCES.filter(({ olderOnly }) => !olderOnly);
  private readonly guests: [RestClient, RestClient];
  private made = 0;

  constructor(
    private readonly pair: Pair,
    private readonly choices: Choices,
    private readonly file: Buffer,
  ) {
    this.guests = [clientAt(restRoot(pair.wordpress)), pair.guest];
  }

  async round(): Promise<void> {
    const written = await Promise.all(Array.from({ length: CONCURRENT_WRITES }, () => this.write()));
    const lists = Array.from({ length: LISTS_PER_ROUND }, () => this.choices.of(LISTS));
    for (const path of [...written, ...lists]) if (path !== undefined) await this.compare(path);
  }

  /** Writes through one of the sides; returns the address that shows what was written. */
  private async write(): Promise<string | undefined> {
    const writer = this.choices.below(2) === 0 ? 'ours' : 'theirs';
    const kind = this.choices.of(KINDS);
    const id = this.choices.below(5) < 2 ? undefined : this.items[kind][this.choices.below(KNOWN_ITEMS)];
    const roll = this.choices.below(12);
    if (roll === 0) {
      await this.send(writer, 'POST', '/wp/v2/settings', {
        title: this.text(),
        posts_per_page: 3 + this.choices.below(9),
      });
      return '/wp/v2/settings';
    }
    if (id === undefined) return this.create(writer, kind);
    if (roll < 3 && this.items[kind].length > 4) return this.delete(writer, kind, id);
    if (roll === 3 && (kind === 'posts' || kind === 'pages')) {
      await this.send(writer, 'POST', `/wp/v2/${kind}/${id}/autosaves`, {
        title: this.text(),
        content: this.content(),
      });
      return `/wp/v2/${kind}/${id}/autosaves?context=edit`;
    }
    await this.send(writer, 'POST', `/wp/v2/${kind}/${id}`, this.body(kind, false));
    return this.choices.below(4) === 0 && (kind === 'posts' || kind === 'pages')
      ? `/wp/v2/${kind}/${id}/revisions?per_page=3`
      : this.shown(kind, id);
  }

  private async create(writer: 'ours' | 'theirs', kind: Kind): Promise<string | undefined> {
    const upload = new FormData();
    upload.set('file', new Blob([new Uint8Array(this.file)], { type: 'image/jpeg' }), `river-${++this.made}.jpg`);
    upload.set('date', this.date());
    const id = await this.send(writer, 'POST', `/wp/v2/${kind}`, kind === 'media' ? upload : this.body(kind, true));
    if (id === undefined) return undefined;
    this.items[kind] = [id, ...this.items[kind]].slice(0, KNOWN_ITEMS);
    return this.shown(kind, id);
  }

  private async delete(writer: 'ours' | 'theirs', kind: Kind, id: number): Promise<string> {
    const isTrashed = (kind === 'posts' || kind === 'pages' || kind === 'comments') && this.choices.below(2) === 0;
    this.items[kind] = this.items[kind].filter((other) => other !== id);
    await this.send(
      writer,
      'DELETE',
      `/wp/v2/${kind}/${id}?${isTrashed ? '' : 'force=true'}${kind === 'users' ? '&reassign=1' : ''}`,
    );
    return this.shown(kind, id);
  }

  private shown(kind: Kind, id: number): string {
    return `/wp/v2/${kind}/${id}${this.choices.of(['', '?context=edit', '?_embed', '?context=edit&_embed'])}`;
  }

  /** One write may delete what another one refers to: 404, 410 and refused parents are part of the run. */
  private async send(writer: 'ours' | 'theirs', method: string, path: string, body?: Body | FormData) {
    const answer = await this.pair[writer]<{ id: number; code?: string }>(method, path, body);
    this.counts[writer === 'ours' ? 'writesHere' : 'writesAtWordPress']++;
    if (answer.status < 300) return answer.body.id;
    if (
      ![404, 410].includes(answer.status) &&
      !/invalid_(?:id|parent|param|post)|trash|exists|duplicate|comment_(?:closed|draft_post|author_data)/.test(
        answer.body.code ?? '',
      )
    )
      this.refused.add(`${writer} ${method} ${path.replace(/\d+/, '{id}')}: ${answer.status} ${answer.body.code}`);
    return undefined;
  }

  /** Both sides as the owner, and as a guest where a guest may read. A difference counts when it lasts longer than the caches may. */
  async compare(path: string): Promise<void> {
    const isGuest =
      !/context=edit|status=|blocks|(?:media|comments)\?|settings|users\/me|autosaves|revisions/.test(path) &&
      this.choices.below(2) === 0;
    const [theirs, ours] = isGuest ? this.guests : [this.pair.theirs, this.pair.ours];
    const route = path.split('?')[0]!.replace(/\/\d+/g, '/{id}');
    for (const giveUpAt = Date.now() + BOUND_MS; ; await wait(200)) {
      const all = compareAnswers(await theirs('GET', path), await ours('GET', path));
      const unexpected = all.filter((difference) => knownReason(route, difference, this.documented) === undefined);
      if (unexpected.length > 0 && Date.now() < giveUpAt) continue;
      this.counts.compared++;
      this.counts.known += all.length - unexpected.length;
      if (unexpected.length > 0) this.differences.push({ path, isGuest, unexpected: unexpected.slice(0, 3) });
      return;
    }
  }

  /** Another one each time: WordPress leaves open in which order it lists entries of the same second. */
  private date(): string {
    return new Date(Date.UTC(2010, 0, 1) + ++this.made * 5_000_000).toISOString().slice(0, 19);
  }

  private text(): string {
    return Array.from({ length: 1 + this.choices.below(4) }, () => this.choices.of(WORDS)).join(' ');
  }

  private content(): string {
    const isClassic = this.choices.below(3) === 0;
    return Array.from({ length: 1 + this.choices.below(4) }, () =>
      isClassic ? this.text() : this.choices.of(BLOCKS),
    ).join('\n\n');
  }

  /** A few random members; `isNew` adds the required ones. */
  private body(kind: Kind, isNew: boolean): Body {
    const members = Object.entries(this.members(kind)).filter(() => this.choices.below(2) === 0);
    return { ...Object.fromEntries(members), ...(isNew && this.required(kind)) };
  }

  private required(kind: Kind): Body {
    const number = ++this.made;
    if (kind === 'users')
      return { username: `user${number}`, email: `user${number}@site.test`, password: `secret ${number}` };
    if (kind === 'comments')
      return { post: this.items.posts[0] ?? 1, content: `Comment ${number} ${this.text()}`, date: this.date() };
    if (kind === 'categories' || kind === 'tags') return { name: `Term ${number} ${this.text()}` };
    return { title: `Entry ${number} ${this.text()}`, date: this.date() };
  }

  private members(kind: Kind): Body {
    const one = (of: Kind) => this.items[of][this.choices.below(KNOWN_ITEMS)];
    const some = (of: Kind) => [one(of), one(of)].filter((id) => id !== undefined);
    const entry = {
      title: this.text(),
      content: this.content(),
      status: this.choices.of(['publish', 'publish', 'draft', 'private', 'pending']),
    };
    const discussed = {
      excerpt: this.text(),
      comment_status: this.choices.of(['open', 'closed']),
      featured_media: one('media') ?? 0,
    };
    switch (kind) {
      case 'posts':
        return {
          ...entry,
          ...discussed,
          categories: some('categories'),
          tags: some('tags'),
          format: this.choices.of(['standard', 'aside', 'quote']),
          sticky: this.choices.below(4) === 0,
          slug: `slug-${this.choices.below(5)}`,
        };
      case 'pages':
        return { ...entry, ...discussed, menu_order: this.choices.below(9), parent: 0 };
      case 'media':
        return {
          title: this.text(),
          alt_text: this.text(),
          caption: this.text(),
          description: this.text(),
          post: one('posts') ?? 0,
        };
      case 'categories':
      case 'tags':
        return { description: this.text(), slug: `term-${++this.made}` };
      case 'users':
        return {
          first_name: `First ${++this.made} ${this.text()}`,
          nickname: `Nick ${this.text()}`,
          description: this.text(),
          url: 'https://example.org/a?b=1&c=2',
          roles: [this.choices.of(['author', 'editor', 'subscriber'])],
        };
      case 'comments':
        return {
          content: this.text() + ++this.made,
          status: this.choices.of(['approved', 'hold', 'spam']),
          author_name: this.text(),
        };
      case 'blocks':
      case 'navigation':
        return entry;
    }
  }
}
