import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const page = ({ title, content }) =>
  `<!doctype html><meta charset="utf-8"><title>${title.rendered}</title><h1>${title.rendered}</h1>${content.rendered}\n`;

/** Writes one HTML file for each published post, and then only those that have changed. */
export class Builder {
  constructor(api, folder) {
    this.api = api;
    this.folder = folder;
    this.cursorFile = join(folder, '.cursor');
  }

  /** Returns the number of files written or deleted. */
  async build({ wait = 0 } = {}) {
    await mkdir(this.folder, { recursive: true });
    const since = await readFile(this.cursorFile, 'utf8').catch(() => undefined);
    const changed = since === undefined ? undefined : await this.changesSince(since, wait);
    return changed ? this.update(changed) : this.buildAll();
  }

  /** Undefined if the cursor has expired. */
  async changesSince(since, wait) {
    const response = await fetch(`${this.api}/nestpress/v1/changes?since=${since}&wait=${wait}&limit=1000`);
    if (response.status === 410) return undefined;
    if (!response.ok) throw new Error(`The change feed responded with ${response.status}.`);
    return response.json();
  }

  async update({ changes, cursor, more }) {
    const posts = changes.filter(({ kind, type }) => kind === 'entry' && type === 'post');
    for (const { id, action, version } of posts) {
      if (action === 'deleted') await rm(this.file(id), { force: true });
      // With the version, no cache responds with what the post was before.
      else await this.write(await this.read(`/wp/v2/posts/${id}?_version=${version}`));
    }
    // Only now: what a crash leaves undone is done again.
    await writeFile(this.cursorFile, cursor);
    return more ? posts.length + (await this.build()) : posts.length;
  }

  async buildAll() {
    // The cursor first: what changes while the pages are read is read again.
    const { cursor } = await this.read('/nestpress/v1/changes');
    let written = 0;
    for (let number = 1; ; number++) {
      const posts = await this.read(`/wp/v2/posts?per_page=100&page=${number}&orderby=id&order=asc&_version=${cursor}`);
      for (const post of posts) await this.write(post);
      written += posts.length;
      if (posts.length < 100) break;
    }
    await writeFile(this.cursorFile, cursor);
    return written;
  }

  async read(path) {
    const response = await fetch(this.api + path);
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${path}: status ${response.status}.`);
    return response.json();
  }

  async write(post) {
    // Deleted in the meantime: the next change says so.
    if (post) await writeFile(this.file(post.id), page(post));
  }

  file(id) {
    return join(this.folder, `${id}.html`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const builder = new Builder(process.env.API ?? 'http://localhost:3000/wp-json', 'site');
  for (;;) console.log(`${await builder.build({ wait: 25 })} pages`);
}
