import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCapped, outboundTarget, OutboundError } from './outbound.client.js';
import { isGlobalAddress } from './outbound-options.js';

describe('addresses of the public internet', () => {
  test.each([
    '1.1.1.1',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '2606:2800:220:1::1',
    '2a00:1450::5',
  ])('%s is one', (address) => expect(isGlobalAddress(address)).toBe(true));

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:1.1.1.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '1.1.1.1 ',
  ])('%s is none', (address) => expect(isGlobalAddress(address)).toBe(false));
});

describe('URLs we may ask for', () => {
  const target = (url: string, ports = new Set([80, 443])) => outboundTarget(url, { ports });

  test('http and https on their ports', () => {
    expect(target('http://a.example/x?y')).toMatchObject({
      host: 'a.example',
      port: 80,
      isSecure: false,
      hostIsAddress: false,
    });
    expect(target('HTTPS://A.Example:443')).toMatchObject({ host: 'a.example', port: 443, isSecure: true });
    expect(target('http://[2606:2800::1]/')).toMatchObject({ host: '2606:2800::1', hostIsAddress: true });
    expect(target('http://0x5d.0xb8d822/')).toMatchObject({ host: '93.184.216.34', hostIsAddress: true });
    expect(target('http://a.example:8080/', new Set([8080]))).toMatchObject({ port: 8080 });
  });

  test.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    'gopher://a.example/',
    'javascript:1',
    'data:text/html,x',
    '//a.example/',
    'a.example',
    '',
    'http://',
    'http://a.example:8080/',
    'http://a.example:22/',
    'https://a.example:0/',
    'http://user@a.example/',
    'http://user:pw@a.example/',
    'http://:pw@a.example/',
    'http://localhost/',
    'http://localhost./',
    'http://a.localhost/',
    'http://router/',
    'http://a.example./',
    'http://db.internal/',
    'http://tv.local/',
    'http://1.2.3.4.5/',
    'http://[fe80::1%25lo]/',
  ])('not %s', (url) => expect(() => target(url)).toThrow(OutboundError));

  test('nothing else than a refusal is thrown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          target(`http://${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(OutboundError);
        }
      }),
    );
  });
});

describe('bodies', () => {
  const chunks = () => Readable.from([Buffer.from('abc'), Buffer.from('def'), Buffer.from('ghi')]);

  test('are read whole, cut or refused', async () => {
    expect((await readCapped(chunks(), { maxBytes: 9, oversize: 'refuse' })).toString()).toBe('abcdefghi');
    expect((await readCapped(chunks(), { maxBytes: 4, oversize: 'cut' })).toString()).toBe('abcd');
    await expect(readCapped(chunks(), { maxBytes: 8, oversize: 'refuse' })).rejects.toThrow(OutboundError);
  });
});

test('with a configured origin no other one can be asked', () => {
  const origin = 'http://localhost:8080';
  const ports = new Set([80, 443]);
  expect(outboundTarget('http://localhost:8080/a', { ports, origin })).toMatchObject({ host: 'localhost', port: 8080 });
  for (const other of ['http://localhost/a', 'https://localhost:8080/', 'http://site.example/', '//site.example/a'])
    expect(() => outboundTarget(other, { ports, origin, base: new URL(origin) })).toThrow(OutboundError);
});
