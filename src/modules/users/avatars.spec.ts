import { describe, expect, test } from '@jest/globals';
import { PROFILES } from '../../variant/profiles.js';
import { avatarUrls } from './avatars.js';

const A = PROFILES.A.users;
const C = PROFILES.C.users;

function site(options: Record<string, string> = {}, home = 'http://site.test') {
  const all: Record<string, string> = { show_avatars: '1', avatar_default: 'mystery', avatar_rating: 'G', ...options };
  return { home, option: (name: string) => all[name] ?? '', isOn: (name: string) => all[name] !== '0' };
}

describe('avatarUrls', () => {
  test('names the picture by the address, whatever its case and the blanks around it', () => {
    const urls = avatarUrls(' Ann@Example.COM ', site(), A);
    expect(urls).toEqual(avatarUrls('ann@example.com', site(), A));
    expect(urls?.['24']).toMatch(/^http:\/\/[012]\.gravatar\.com\/avatar\/[0-9a-f]{32}\?s=24&d=mm&r=g$/);
    expect(Object.keys(urls ?? {})).toEqual(['24', '48', '96']);
  });

  test('pingbacks have none in WordPress 7', () => {
    expect(avatarUrls('', site(), { ...C, isPerson: false })).toEqual({ 24: false, 48: false, 96: false });
    expect(avatarUrls('', site(), { ...A, isPerson: false })?.['24']).toMatch(/^http:/);
  });

  test('picks the host by the first digit of the hash', () => {
    for (const email of ['a@b.co', 'b@b.co', 'c@b.co', 'd@b.co']) {
      const [, number, digit] = /^http:\/\/(\d)\.gravatar\.com\/avatar\/(.)/.exec(
        String(avatarUrls(email, site(), A)!['48']),
      )!;
      expect(Number(number)).toBe(parseInt(digit!, 16) % 3);
    }
  });

  test('secure sites link to the secure host', () => {
    expect(avatarUrls('a@b.co', site({}, 'https://site.test'), A)!['96']).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\//,
    );
  });

  test('follows the options', () => {
    expect(avatarUrls('a@b.co', site({ show_avatars: '0' }), A)).toBeUndefined();
    expect(avatarUrls('a@b.co', site({ avatar_default: 'gravatar_default', avatar_rating: 'PG' }), A)!['24']).toMatch(
      /\?s=24&r=pg$/,
    );
    expect(avatarUrls('a@b.co', site({ avatar_default: 'wavatar' }), A)!['24']).toMatch(/\?s=24&d=wavatar&r=g$/);
  });

  test('an empty address has no hash', () => {
    expect(avatarUrls('', site(), A)!['24']).toMatch(/\/avatar\/\?s=24&d=mm&r=g$/);
  });

  test('WordPress 7 hashes with SHA-256 and always uses the secure host', () => {
    expect(avatarUrls('Ann@Example.com', site(), C)!['24']).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{64}\?s=24&d=mm&r=g$/,
    );
  });
});
