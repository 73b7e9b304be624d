import fc from 'fast-check';

/** Samples of every network that is not part of the public internet, as bytes. */
export const privateV4: readonly (readonly number[])[] = [
  [127, 0, 0, 1],
  [127, 8, 9, 10],
  [0, 0, 0, 0],
  [10, 0, 0, 1],
  [100, 64, 0, 1],
  [169, 254, 169, 254],
  [172, 16, 0, 1],
  [172, 31, 255, 255],
  [192, 0, 0, 1],
  [192, 0, 2, 1],
  [192, 88, 99, 1],
  [192, 168, 0, 1],
  [198, 18, 0, 1],
  [198, 51, 100, 1],
  [203, 0, 113, 1],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
];

const groups = (text: string) =>
  Buffer.from(
    text
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );

export const privateV6: readonly (readonly number[])[] = [
  '0:0:0:0:0:0:0:1',
  '0:0:0:0:0:0:0:0',
  '0:0:0:0:0:ffff:7f00:1',
  '0:0:0:0:0:0:7f00:1',
  '64:ff9b:0:0:0:0:7f00:1',
  '64:ff9b:1:0:0:0:7f00:1',
  '2002:7f00:1:0:0:0:0:1',
  '2001:0:7f00:1:0:0:0:1',
  '2001:db8:0:0:0:0:0:1',
  'fc00:0:0:0:0:0:0:1',
  'fd00:ec2:0:0:0:0:0:254',
  'fe80:0:0:0:0:0:0:1',
  'ff02:0:0:0:0:0:0:1',
  '100:0:0:0:0:0:0:1',
].map((text) => [...groups(text)]);

/** A name that leads to an address, as the test's own name server reads it. */
export function nameFor(kind: 'v4' | 'v6' | 'mixed' | 'both', address: readonly number[]): string {
  return `${kind}-${Buffer.from(address).toString('hex')}.test`;
}

type Spelling = (bytes: readonly number[]) => string;

const number = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const hex = (value: number) => `0x${value.toString(16)}`;
const octal = (value: number) => `0${value.toString(8)}`;
const wide = (text: string) => [...text].map((char) => String.fromCodePoint(char.codePointAt(0)! + 0xfee0)).join('');
const pairs = (bytes: readonly number[]) =>
  Array.from({ length: bytes.length / 2 }, (_, at) => ((bytes[2 * at]! << 8) | bytes[2 * at + 1]!).toString(16)).join(
    ':',
  );

const V4: readonly Spelling[] = [
  (ip) => ip.join('.'),
  (ip) => `${ip.join('.')}.`,
  (ip) => String(number(ip)),
  (ip) => hex(number(ip)),
  (ip) => hex(number(ip)).toUpperCase(),
  (ip) => octal(number(ip)),
  (ip) => ip.map(hex).join('.'),
  (ip) => ip.map(octal).join('.'),
  (ip) => ip.map((byte, at) => [String, hex, octal][at % 3]!(byte)).join('.'),
  (ip) => ip.map((byte) => `0000000${byte.toString(8)}`).join('.'),
  (ip) => `${ip[0]}.${number(ip.slice(1))}`,
  (ip) => `${ip[0]}.${ip[1]}.${number(ip.slice(2))}`,
  (ip) => wide(ip.join('.')).replaceAll('．', '。'),
  (ip) => wide(ip.join('.')),
  (ip) => [...ip.join('.')].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  (ip) => ip.join('.').split('').join('\t'),
  (ip) => ip.join('.').split('').join('\u00ad'),
  (ip) => `[::ffff:${ip.join('.')}]`,
  (ip) => `[::ffff:${pairs(ip)}]`,
  (ip) => `[::${ip.join('.')}]`,
  (ip) => `[0:0:0:0:0:ffff:${ip.join('.')}]`,
  (ip) => `[64:ff9b::${ip.join('.')}]`,
  (ip) => `[2002:${pairs(ip)}::1]`,
  (ip) => `user@${ip.join('.')}`,
  (ip) => `public.example@${ip.join('.')}`,
  (ip) => `public.example:80@${ip.join('.')}`,
  (ip) => `${ip.join('.')}\\@public.example`,
  (ip) => nameFor('v4', ip),
  (ip) => nameFor('v4', ip).toUpperCase(),
  (ip) => `${nameFor('v4', ip)}.`,
  (ip) => nameFor('mixed', ip),
];

const V6: readonly Spelling[] = [
  (ip) => `[${pairs(ip)}]`,
  (ip) => `[${pairs(ip)}]`.toUpperCase(),
  (ip) => `[${pairs(ip).replace(/(?:^|:)0(?::0)+(?::|$)/, '::')}]`,
  (ip) => `[${pairs(ip)}%25lo]`,
  (ip) => nameFor('v6', ip),
  (ip) => nameFor('both', ip),
];

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ip6-localhost',
  'metadata.internal',
  'router',
  'printer.local',
  'loc\u00adalhost',
  'ⓛocalhost',
];

/** Hosts that mean this machine or a network near it, in every spelling we know of. */
export function hostileHosts(): fc.Arbitrary<string> {
  const bytes = (samples: readonly (readonly number[])[]) => fc.constantFrom(...samples);
  const low = fc.integer({ min: 0, max: 255 });
  const loopback = fc.tuple(fc.constant(127), low, low, low);
  return fc.oneof(
    fc.tuple(fc.constantFrom(...V4), fc.oneof(bytes(privateV4), loopback)).map(([spell, ip]) => spell(ip)),
    fc.tuple(fc.constantFrom(...V6), bytes(privateV6)).map(([spell, ip]) => spell(ip)),
    { arbitrary: fc.constantFrom(...NAMES), weight: 1 },
  );
}
