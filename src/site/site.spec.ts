import { expect, test } from '@jest/globals';
import { Site } from './site.js';

const uploads = (options: Record<string, string>, uploadsUrl?: string) =>
  new Site(new Map(Object.entries({ siteurl: 'https://site.test/blog', ...options })), {
    basePath: '/wp-json',
    plainRoot: '/',
    uploadsUrl,
  }).uploadsUrl;

test.each([
  ['nothing is stored', {}, 'https://site.test/blog/wp-content/uploads'],
  ['a path is stored', { upload_path: '/files/' }, 'https://site.test/blog/files'],
  ['a path of Windows is stored', { upload_path: 'C:\\files' }, 'https://site.test/blog/wp-content/uploads'],
  ['an address is stored', { upload_path: 'files', upload_url_path: 'https://files.test/' }, 'https://files.test'],
])('the uploads are found where %s', (_, options, address) => {
  expect(uploads(options)).toBe(address);
});

test('the environment knows better', () => {
  expect(uploads({ upload_url_path: 'https://old.test' }, 'https://new.test/app/uploads')).toBe(
    'https://new.test/app/uploads',
  );
});

test('without pretty permalinks, a route that is one of several parameters is encoded', () => {
  const site = new Site(new Map([['home', 'https://site.test']]), { basePath: '/wp-json', plainRoot: '/index.php' });
  const root = 'https://site.test/index.php?rest_route=';
  const link = site.rest('/wp/v2/comments', 'post=6');
  expect([site.rest('/wp/v2/posts/6'), link]).toEqual([`${root}/wp/v2/posts/6`, `${root}%2Fwp%2Fv2%2Fcomments&post=6`]);
  expect([site.restPath(`${root}/wp/v2/posts/6`), site.restPath(link)]).toEqual(['/wp/v2/posts/6', '/wp/v2/comments']);
});
