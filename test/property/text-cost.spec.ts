import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROUTINES, WITHOUT_TEXT } from '../support/text-routines.js';
import { processorMs } from '../support/processor-time.js';
import { Choices } from '../support/truth/random.js';

/** TEXT_COST=all times every routine with every text; otherwise a sample of this length, which TEXT_COST_SEED repeats. */
const isComplete = process.env.TEXT_COST === 'all';
const SAMPLE_MS = 2000;
const seed = Number(process.env.TEXT_COST_SEED ?? Date.now() % 2 ** 31);

const SOURCE = join(import.meta.dirname, '../../src');
const FOLDERS = ['text', 'rendering'];
const KB = 1024;
const SIZES = [16 * KB, 64 * KB, 256 * KB] as const;
/** Caches and garbage collection can look like growth once; a text of this size shows whether it goes on. */
const CONFIRMING_SIZE = 1024 * KB;
/** Below this, time is spent on starting, compiling and collecting garbage rather than on the text. */
const FLOOR_MS = 40;
/** Four times the text costs four times as much when the cost is linear, sixteen times when it is quadratic. */
const MOST_GROWTH = 9;
const REPEATS = 4;
/** A routine that takes this long has no need of a larger text to be found out. */
const HOPELESS_MS = 3000;

const UNITS = [
  ...[
    '<',
    '>',
    '[',
    ']',
    '"',
    "'",
    '&',
    '&#',
    '&#0',
    '&amp;',
    ';',
    '\\',
    '\\0',
    '\\00',
    '\0',
    '%',
    '%0',
    '.',
    '-',
    '--',
  ],
  ...[
    '/',
    '//',
    ':',
    ',',
    ' ',
    ' a',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    '0',
    '9',
    'a',
    'A ',
    'é',
    '😀',
    '\ud800',
    '@',
    'a@',
    'a.b',
  ],
  ...['<!--', '<!-- ', '-->', '<!-- wp:a -->', '<!-- wp:a {', '<!-- /wp:a -->', '<![CDATA[', ']]>', '<?', '<script>'],
  ...[
    '</script>',
    '<b>',
    ' <b ',
    '</b>',
    '<b><i>',
    '<p>',
    '</p>',
    '<p><li',
    '<div>\n',
    '<pre>',
    '<a href="',
    "<a title='",
  ],
  ...[
    '<img ',
    '<img class="wp-image-1" src="a"',
    'style="',
    'a:b;',
    'a=',
    'a="b" ',
    'http://',
    'http://a.b/ ',
    'http://a.b\n',
  ],
  ...[
    'javascript:',
    'feed:',
    'www.a ',
    'a@b.cc ',
    '[a ',
    '[caption]',
    '[/caption]',
    '[caption ',
    '[[gallery]]',
    '[gallery ids="1"]',
  ],
  ...[
    '[embed]',
    '[embed]http://a.b[/embed]',
    '[audio src="',
    ':) ',
    ':',
    'x1',
    '1x',
    "1'",
    '"a" ',
    "a's ",
    '...',
    'P',
    'i:0;',
  ],
  ...['s:1:"a";', 'a:1:{', 'O:1:"', '1,', 'a,', '2018-', '(', ')', '{', '}', '+', '?a=b', '&a=b', '#'],
];

/** Where the repeated unit stands: alone, or where another part of a parser meets it. */
const FRAMES: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['<a href="x" ', '>'],
  ['<a title="', ''],
  ['[gallery ', ']'],
  ['x', '>]'],
];

interface Case {
  name: string;
  run: (text: string) => unknown;
  unit: string;
  frame: (typeof FRAMES)[number];
}

const textOf = ({ unit, frame: [before, after] }: Case, size: number) =>
  before + unit.repeat(Math.ceil(size / unit.length)) + after;

const isSuperLinear = (medium: number, large: number) => large > FLOOR_MS && large > MOST_GROWTH * medium;

/** Undefined for linear cost; the measured milliseconds otherwise. */
function growth(one: Case): string | undefined {
  const least: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const [index, size] of SIZES.entries()) {
      const text = textOf(one, size);
      const ms = processorMs(() => one.run(text));
      least[index] = Math.min(least[index] ?? Infinity, ms);
      if (ms > HOPELESS_MS && size !== SIZES[2]) return `${Math.round(ms)} ms for ${size / KB} KB`;
    }
    if (!isSuperLinear(least[1]!, least[2]!)) return undefined;
  }
  const largest = textOf(one, CONFIRMING_SIZE);
  if (
    !isSuperLinear(
      least[2]!,
      processorMs(() => one.run(largest)),
    )
  )
    return undefined;
  return SIZES.map((size, index) => `${least[index]!.toFixed(1)} ms for ${size / KB} KB`).join(', ');
}

interface Exported {
  /** Module and export; an index exports again what its modules export. */
  names: string[];
  member: (text: string) => unknown;
}

async function exportedFunctions(): Promise<Exported[]> {
  const found = new Map<unknown, Exported>();
  for (const folder of FOLDERS) {
    const files = readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')).sort()) {
      const members = (await import(join(SOURCE, folder, file))) as Record<string, unknown>;
      for (const [name, member] of Object.entries(members)) {
        if (typeof member !== 'function') continue;
        const names = [...(found.get(member)?.names ?? []), `${folder}/${file.replace(/\.ts$/, '')} ${name}`];
        found.set(member, { names, member: member as Exported['member'] });
      }
    }
  }
  return [...found.values()];
}

/** Every text for every routine, in an order in which each routine comes before any comes again. */
function* cases(routines: ReadonlyMap<string, (text: string) => unknown>, choices: Choices): Generator<Case> {
  const texts = UNITS.flatMap((unit) => FRAMES.map((frame) => ({ unit, frame })));
  const orders = [...routines].map(([name, run]) => ({ name, run, order: shuffled(texts, choices) }));
  for (let turn = 0; turn < texts.length; turn++) {
    for (const { name, run, order } of orders) yield { name, run, ...order[turn]! };
  }
}

function shuffled<T>(values: readonly T[], choices: Choices): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = choices.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

test('every exported text routine is timed, or listed with the reason why not', async () => {
  const exported = await exportedFunctions();
  const listed = [...ROUTINES.keys(), ...WITHOUT_TEXT.keys()];
  const isListed = ({ names }: Exported) => names.some((name) => listed.includes(name));
  const unknown = exported.filter((one) => one.member.length !== 1 && !isListed(one));
  expect(unknown.map(({ names }) => names.join(', '))).toEqual([]);
  const all = new Set(exported.flatMap(({ names }) => names));
  expect(listed.filter((name) => !all.has(name))).toEqual([]);
});

test(`the cost of every text routine grows no faster than the text (TEXT_COST_SEED=${seed})`, async () => {
  const routines = new Map<string, (text: string) => unknown>();
  for (const { names, member } of await exportedFunctions()) {
    const name = names.find((one) => ROUTINES.has(one)) ?? names[0]!;
    if (!names.some((one) => WITHOUT_TEXT.has(one))) routines.set(name, ROUTINES.get(name) ?? member);
  }
  const slow: string[] = [];
  const begun = process.cpuUsage();
  let timed = 0;
  for (const one of cases(routines, new Choices(seed))) {
    const { user, system } = process.cpuUsage(begun);
    if (!isComplete && timed >= routines.size && (user + system) / 1000 > SAMPLE_MS) break;
    timed++;
    const figures = growth(one);
    if (figures === undefined) continue;
    slow.push(`${one.name} of ${JSON.stringify(one.unit)} in ${JSON.stringify(one.frame)}: ${figures}`);
    if (isComplete) process.stderr.write(`${slow.at(-1)}\n`);
  }
  expect(slow).toEqual([]);
});
