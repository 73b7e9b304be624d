import { type RawRequest } from './raw-http.js';

type Mutation = (body: Buffer, random: (below: number) => number) => Buffer;

const part = (disposition: string, value: string) =>
  `--x\r\nContent-Disposition: form-data${disposition}\r\nContent-Type: text/plain\r\n\r\n${value}\r\n`;
const SAMPLES = [
  part('; name="title"', 'A title') + part('; name="file"; filename="a.txt"', 'hello') + '--x--\r\n',
  part('; name="upload"; filename="b.txt"', 'y'.repeat(3000)) + part('; name="meta[a][]"', '1') + '--x--\r\n',
  part('; name="file"; filename=""', '') + part('; name="categories[]"', '1') + '--x--\r\n',
  part('; filename="nameless"', 'z') + part('', 'w') + '--x--\r\n',
].map((text) => Buffer.from(text));

const FRAGMENTS = ['--x', '--x--', '\r\n', '\r\n\r\n', '\0', '"', '\\', '; name="', '[', '[]', '\xff\xfe', ': ', '\r'];

const cut = (body: Buffer, random: (below: number) => number) => {
  const from = random(body.length + 1);
  return [from, from + random(body.length + 1 - from)] as const;
};

const MUTATIONS: readonly Mutation[] = [
  (body) => body,
  (body, random) => body.subarray(0, random(body.length + 1)),
  (body, random) => {
    const [from, to] = cut(body, random);
    return Buffer.concat([body.subarray(0, from), body.subarray(to)]);
  },
  (body, random) => {
    const [from, to] = cut(body, random);
    return Buffer.concat([body.subarray(0, to), body.subarray(from)]);
  },
  (body, random) => {
    const copy = Buffer.from(body);
    for (let times = random(8) + 1; times > 0 && copy.length > 0; times--) copy[random(copy.length)] = random(256);
    return copy;
  },
  (body, random) => {
    const at = random(body.length + 1);
    const text = FRAGMENTS[random(FRAGMENTS.length)]!.repeat(1 + random(3) ** 4);
    return Buffer.concat([body.subarray(0, at), Buffer.from(text, 'latin1'), body.subarray(at)]);
  },
  (body, random) => Buffer.from(body.toString('latin1').replace(/name="[^"]*"/, `name="a${'[b]'.repeat(random(60))}"`)),
  (body, random) => Buffer.concat(Array.from({ length: 1 + random(random(10) === 0 ? 300 : 4) }, () => body)),
  (body) => Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
];

type Generate = (
  ...headers: (Record<string, string> | undefined)[]
) => Pick<RawRequest, 'body' | 'headers' | 'announced' | 'isAborted'>;

/** Forms that are damaged at random, some of clients that disconnect. The same seed gives the same forms in the same order. */
export function mutatedForms(seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9)): Generate & { seed: number } {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const generate: Generate = (...headers) => {
    let body: Buffer = SAMPLES[random(SAMPLES.length)]!;
    for (let times = random(4); times > 0; times--) body = MUTATIONS[random(MUTATIONS.length)]!(body, random);
    const all: Record<string, string> = Object.assign({}, ...headers);
    if (random(20) === 0) all['content-type'] = `multipart/form-data; boundary=${'x'.repeat(random(3))}`;
    // Half of those that disconnect had announced more.
    const isAborted = random(8) === 0;
    return { body, headers: all, isAborted, ...(isAborted && random(2) === 0 && { announced: body.length + 5000 }) };
  };
  return Object.assign(generate, { seed });
}
