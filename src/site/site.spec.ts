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
