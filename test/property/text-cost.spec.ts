import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROUTINES } from '../support/text-routines.js';
import { WITHOUT_TEXT } from '../support/untimed-routines.js';
import { repeated, superLinearCost } from '../support/processor-time.js';
import { Choices } from '../support/truth/random.js';

/** TEXT_COST=all times every routine with every text; otherwise a sample of this length, which TEXT_COST_SEED repeats. */
const isComplete = process.env.TEXT_COST === 'all';
const SAMPLE_MS = 8000;
const seed = Number(process.env.TEXT_COST_SEED ?? Date.now() % 2 ** 31);

const SOURCE = join(import.meta.dirname, '../../src');
const FOLDERS = ['text', 'rendering'];
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
  ...[
    '%%4',
    '<b',
    '1-',
    'a.',
    '1.',
    ':)',
    '[caption',
    '[gallery a="',
    '[audio src="a.mp3"]',
    '<a [gallery]>',
    '<p',
    '<li>',
    '<div',
    '</div>',
    '<blockquote>',
    '</pre>',
    '<br />',
    '<!--more',
    '<!--more-->',
    '<!--nextpage-->',
    '<a ',
    '<a href="[gallery]">',
    '</a></a>',
    '<img class="wp-image-1" ',
    '<code>',
    '<figcaption ',
    '<option',
    '<object>',
    '<source ',
    'http://a/))',
    'https://youtube.com/embed/\ud800\n',
    '<a "',
    "<a '",
    '<!-->',
    '<!-->\n',
    '<!--a>\n',
    '<div>',
    '<p class="',
    '<a href=',
    '&#x',
    '<img src=x:',
    '<a href="feed:',
    '\\"',
    '<p style="a:b;',
    '<b/',
    ' /',
    '= ',
    'x',
    '<!-- wp:a {} -- ',
    '<!-- wp:group --><p>',
    '<!-- wp:group --><div class="a">',
    '<!-- wp:a {"b":1} -->',
    '<!-- wp:paragraph --><p class="',
    '<!-- wp:group {"style":{"css":"color:red"}} -->',
    '%0%0a',
    '<style',
  ],
];

/** Where the repeated unit stands: alone, or where another part of a parser meets it. */
const FRAMES: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['<a href="x" ', '>'],
  ['<a title="', ''],
  ['[gallery ', ']'],
  ['x', '>]'],
  ['[caption width="5"]', '[/caption]'],
  [`<!--><a title='`, `"'>`],
];

interface Case {
  name: string;
  run: (text: string) => unknown;
  unit: string;
  frame: (typeof FRAMES)[number];
}

const textOf =
  ({ unit, frame: [before, after] }: Case) =>
  (size: number) =>
    before + repeated(unit)(size) + after;

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
    const figures = superLinearCost(one.run, textOf(one));
    if (figures === undefined) continue;
    slow.push(`${one.name} of ${JSON.stringify(one.unit)} in ${JSON.stringify(one.frame)}: ${figures}`);
    if (isComplete) process.stderr.write(`${slow.at(-1)}\n`);
  }
  expect(slow).toEqual([]);
});
