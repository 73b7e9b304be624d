import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Addressing,
  type SiteClient,
  type SiteRequest,
  startWordPressNetwork,
  type WordPressNetwork,
} from '../support/wordpress-network.js';
import { picture } from '../support/files.js';
import { withWordPress } from '../support/wordpress.js';

const LOGINS = [undefined, 'owner', 'keeper', 'writer', 'stranger'];

/** What every release has: the status, the code of an error, the members that are named in the request. */
async function outcome(client: SiteClient, sent: SiteRequest): Promise<unknown> {
  const response = await client(sent);
  return response.status < 400
    ? {
        status: response.status,
        body: Array.isArray(response.body) ? response.body : withoutLinks(response.body),
        total: response.headers.get('x-wp-total'),
      }
    : { status: response.status, code: response.body.code };
}

/** `_fields` never leaves out the links of the index. */
function withoutLinks({ _links, ...members }: Record<string, unknown>): unknown {
  return members;
}

withWordPress(() => {
  describe.each(['folder', 'domain'] satisfies Addressing[])('sites of a network by %s', (addressing) => {
    let network: WordPressNetwork;
    beforeAll(async () => void (network = await startWordPressNetwork(addressing)));
    afterAll(() => network?.close());

    /** Both respond alike to every request, as every account. */
    async function expectAlike(
      requests: readonly SiteRequest[],
      logins: readonly (string | undefined)[] = LOGINS,
    ): Promise<void> {
      const found: unknown[] = [];
      for (const { name, ours, theirs } of network.sites)
        for (const login of logins)
          for (const sent of requests) {
            const our = await outcome(ours(login), sent);
            const their = await outcome(theirs(login), sent);
            if (!isDeepStrictEqual(our, their)) found.push([name, login, sent.method, sent.path, our, their]);
          }
      expect(found).toEqual([]);
    }
    const get = (path: string): SiteRequest => ({ method: 'GET', path });
    const send = (method: SiteRequest['method'], path: string, body?: object): SiteRequest => ({ method, path, body });

    test('reads', async () => {
      await expectAlike([
        get('/?_fields=name,url,home'),
        get('/wp/v2/posts?_fields=id,title,link,author,guid'),
        get('/wp/v2/pages?_fields=id,slug,link'),
        get('/wp/v2/categories?_fields=id,slug,link,count'),
        get('/wp/v2/comments?_fields=id,link,author_name'),
        get('/wp/v2/settings?_fields=title,url,email,posts_per_page'),
      ]);
    });

    test('accounts', async () => {
      const { ids } = network;
      await expectAlike([
        get('/wp/v2/users?_fields=id,slug,link'),
        get('/wp/v2/users?context=edit&orderby=id&_fields=id,slug,roles,extra_capabilities'),
        get('/wp/v2/users?context=edit&orderby=id&roles=author&_fields=id'),
        get('/wp/v2/users/me?context=edit&_fields=id,roles,username'),
        ...Object.values(ids).flatMap((id) => [
          get(`/wp/v2/users/${id}?_fields=id,slug`),
          get(`/wp/v2/users/${id}?context=edit&_fields=id,roles`),
          get(`/wp/v2/users/${id}/application-passwords?_fields=name`),
          send('DELETE', `/wp/v2/users/${id}?force=true&reassign=1`),
        ]),
        send('POST', `/wp/v2/users/${ids.stranger}?_fields=id,roles`, { roles: ['author'] }),
        send('POST', `/wp/v2/users/${ids.writer}?_fields=id,roles`, { roles: ['author'] }),
        send('POST', `/wp/v2/users/${ids.writer}?_fields=id,first_name`, { first_name: 'W' }),
      ]);
    });

    test('new accounts', async () => {
      const create = (username: string, email = `${username}@site.test`): SiteRequest => ({
        method: 'POST',
        path: '/wp/v2/users?_fields=slug,roles',
        body: { username, email, password: 'correct horse', roles: ['author'] },
      });
      await expectAlike([
        create('new.comer'),
        create('abc'),
        create('12345'),
        create('administrator'),
        create('writer'),
      ]);
      for (const { ours, theirs } of network.sites)
        for (const [index, client] of [ours, theirs].entries())
          expect(await outcome(client('owner'), create(`fresh${index}${Math.random().toString(36).slice(2)}`))).toEqual(
            {
              status: 201,
              body: { slug: expect.stringMatching(/^fresh/), roles: ['author'] },
              total: null,
            },
          );
    });

    test('scripts, settings and plugins', async () => {
      await expectAlike([
        {
          method: 'POST',
          path: '/wp/v2/posts?_fields=status,content.raw',
          body: { title: 'S', content: '<script>x</script>Text', status: 'publish', date: '2020-01-02T03:04:05' },
        },
        {
          method: 'POST',
          path: '/wp/v2/settings?_fields=description,url,email',
          body: { url: 'http://evil.test', email: 'evil@site.test', description: 'Changed' },
        },
        get('/?_fields=url,home,description'),
        get('/wp/v2/themes?status=active&_fields=stylesheet,status'),
        get('/wp/v2/posts?_fields=slug,author,link&orderby=slug'),
      ]);
    });

    test('files', async () => {
      const image = await picture(40, 40);
      const upload = (name: string, content: Buffer): SiteRequest => ({
        method: 'POST',
        path: '/wp/v2/media?_fields=mime_type,media_type',
        file: { name, content },
      });
      await expectAlike([
        upload('a.png', image),
        upload('a.pdf', Buffer.from('%PDF-1.4 x')),
        upload('a.txt', Buffer.alloc(30_000, 'a')),
        upload('b.txt', Buffer.alloc(1_200_000, 'a')),
        get('/wp/v2/media?per_page=1&_fields=mime_type,author'),
      ]);
      for (const { ours, theirs } of network.sites) {
        const sent = get('/wp/v2/media?per_page=100&orderby=id&_fields=id,source_url,link,media_details.sizes');
        expect(await outcome(ours(), sent)).toEqual(await outcome(theirs(), sent));
      }
    });
  });
});
