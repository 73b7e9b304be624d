import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadConfig } from './load-config.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nestpress-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string): string {
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

test('a secret can be in a file; the line end of an editor is no part of it, blanks are', () => {
  expect(loadConfig({ ADMIN_PASSWORD_FILE: file(' correct horse \n') }).adminPassword).toBe(' correct horse ');
  expect(loadConfig({ DATABASE_URL_FILE: file('mysql://u:p@h/d\r\n') }).databaseUrl).toBe('mysql://u:p@h/d');
  expect(loadConfig({ NONCE_SALT_FILE: file('pepper') }).keys.nonceSalt).toBe('pepper');
});

test('what is in the file is checked as the variable itself', () => {
  expect(() => loadConfig({ REDIS_URL_FILE: file('localhost') })).toThrow(
    'REDIS_URL must look like redis://host:6379.',
  );
});

test('the sentence says what is wrong with the file, and nothing of what is in it', () => {
  expect(() => loadConfig({ SMTP_URL_FILE: join(folder, 'missing') })).toThrow(
    'SMTP_URL_FILE names a file that cannot be read (ENOENT).',
  );
  expect(() => loadConfig({ S3_URL_FILE: folder })).toThrow('S3_URL_FILE names a file that cannot be read (EISDIR).');
  expect(() => loadConfig({ ADMIN_PASSWORD_FILE: file('\n') })).toThrow('ADMIN_PASSWORD_FILE names an empty file.');
  expect(() => loadConfig({ ADMIN_PASSWORD_FILE: file('short') })).toThrow(
    'ADMIN_PASSWORD must have at least 8 characters.',
  );
  expect(() => loadConfig({ ADMIN_PASSWORD: 'correct horse', ADMIN_PASSWORD_FILE: file('x') })).toThrow(
    'ADMIN_PASSWORD_FILE cannot be set together with ADMIN_PASSWORD.',
  );
});

test('the password of the database can come by itself, whatever characters it has', () => {
  const { databaseUrl = '' } = loadConfig({
    DATABASE_URL: 'mysql://me@db:3306/site?ssl=true',
    DATABASE_PASSWORD_FILE: file('p@ss/w:%rd?#'),
  });
  const url = new URL(databaseUrl);
  expect(decodeURIComponent(url.password)).toBe('p@ss/w:%rd?#');
  expect([url.username, url.host, url.pathname, url.search]).toEqual(['me', 'db:3306', '/site', '?ssl=true']);
  expect(loadConfig({ DATABASE_URL: 'mysql://me@a:1,b:2/site', DATABASE_PASSWORD: 'x@' }).databaseUrl).toBe(
    'mysql://me:x%40@a:1,b:2/site',
  );
  expect(() => loadConfig({ DATABASE_PASSWORD: 'x' })).toThrow('DATABASE_PASSWORD needs a DATABASE_URL.');
  expect(() => loadConfig({ DATABASE_PASSWORD: 'x', DATABASE_URL: 'mysql://u:p@h/d' })).toThrow(
    'DATABASE_PASSWORD cannot be set when DATABASE_URL has a password.',
  );
});
