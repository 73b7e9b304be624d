import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { IntlMessageFormat } from 'intl-messageformat';
import {
  CATALOGUES,
  compare,
  flatten,
  LANGUAGES,
  messagesOfTypes,
  pathOf,
  placeholders,
  readCatalogue,
  TRANSLATIONS,
} from '../../console/messages/catalogues.mjs';
import { compileCatalogue } from '../../console/messages/compile.mjs';
import {
  consoleSources,
  sourcesOf,
  textsInTemplates,
  textsOutside,
  unusedMessages,
  usedPaths,
} from '../support/console-texts.js';

const EVERY = CATALOGUES.flatMap(({ folder }) => TRANSLATIONS.map((language) => ({ folder, language })));

test.each(CATALOGUES)(
  'the types of $folder are those of its English messages; `npm run i18n` writes them',
  async ({ folder, types }) => {
    const written = messagesOfTypes(readFileSync(pathOf(types), 'utf8'));
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(flatten(await readCatalogue(folder, 'en'))));
  },
);

test.each(EVERY)(
  '$folder is complete in $language; `npm run i18n` lists what is missing',
  async ({ folder, language }) => {
    const english = await readCatalogue(folder, 'en');
    const translation = await readCatalogue(folder, language);
    expect(compare(english, translation)).toEqual({ missing: [], unknown: [] });
    const messages = new Map(flatten(translation));
    const names = (message: string) => [...placeholders(message).keys()].sort();
    const different = flatten(english).filter(([path, message]) => {
      const translated = messages.get(path)!;
      return translated.trim() === '' || names(translated).join() !== names(message).join();
    });
    expect(different).toEqual([]);
  },
);

test.each(LANGUAGES)('compiled messages in %s are those of intl-messageformat', async (language) => {
  const catalogue = await readCatalogue('console/messages', language);
  const source = compileCatalogue(catalogue, language);
  const { default: compiled } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    default: Parameters<typeof flattenCompiled>[0];
  };
  const texts = new Map(flattenCompiled(compiled));
  const counts = [0, 1, 2, 3, 5, 11, 21, 100, 101, 1234, 1_000_000];
  const different: string[] = [];
  for (const [path, message] of flatten(catalogue)) {
    const text = texts.get(path)!;
    const types = [...placeholders(message)];
    const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    for (const count of types.length === 0 ? [0] : counts) {
      const values = Object.fromEntries(
        types.map(([name, type]) => [name, type === 'number' ? count : samples(message)[count % 4]!]),
      );
      const result = typeof text === 'string' ? text : text(values);
      if (result !== format.format(values)) different.push(`${path}: ${result}`);
    }
  }
  expect(different).toEqual([]);
});

interface Compiled {
  [key: string]: string | ((values: object) => string) | Compiled;
}

function flattenCompiled(group: Compiled, prefix = ''): [string, string | ((values: object) => string)][] {
  return Object.entries(group).flatMap(([key, item]) =>
    typeof item === 'object' ? flattenCompiled(item, `${prefix}${key}.`) : [[prefix + key, item]],
  );
}

/** Values of `select` placeholders, and any text. */
const samples = (message: string) =>
  [...message.matchAll(/ (\w+) \{/g)]
    .map(([, word]) => word!)
    .concat('post', 'category', 'x', 'yes')
    .slice(0, 4);

test('no text of the console stands outside its catalogue', () => {
  const outside = consoleSources().flatMap(([name, source]) =>
    textsOutside(name, source).map((text) => `${name}:${text}`),
  );
  expect(outside).toEqual([]);
});

test('texts outside the catalogue are found in elements, attributes, options and calls', () => {
  const source = `
    const a = <p title="Some title">Some text {ok && 'more'}</p>;
    toast.info('done');
    ask({ title: 'Delete it now?', text: t.x });
    const b = <Icon name="close" class="icon wide" />;
    throw new Error('Not to be here');
  `;
  expect(textsOutside('a.tsx', source)).toEqual([
    '2: Some title',
    '2: Some text',
    '2: more',
    '3: done',
    '4: Delete it now?',
    '6: Not to be here',
  ]);
});

test('the checks and the jobs of the health page have names in the catalogue', async () => {
  const { health } = (await readCatalogue('console/messages', 'en')) as unknown as {
    health: Record<'names' | 'kinds' | 'advice', Record<string, string>>;
  };
  const found = { names: new Set<string>(), kinds: new Set<string>() };
  for (const [, source] of sourcesOf('src')) {
    const add = (to: Set<string>, pattern: RegExp) => {
      for (const [, name] of source.matchAll(pattern)) to.add(name!);
    };
    if (/diagnostic-result|diagnostics\/index/.test(source))
      add(found.names, /\b(?:ok|warn|fail|report)\(\s*'([a-z-]+)'/g);
    add(found.names, /\bhealth\.add\(\{\s*name: '([a-z-]+)'/g);
    if (/implements HealthCheck|interface HealthCheck /.test(source)) add(found.names, /^ +name: '([a-z-]+)',$/gm);
    add(found.kinds, /\bdefineJob(?:<\w+>)?\('([\w.-]+)'/g);
    if (/\/jobs\//.test(source))
      add(found.kinds, /^(?:export )?const (?:KIND|FOLD|CLEAN_UP|DELIVER|\w+_(?:JOB|MAIL)) = '([\w.-]+)'/gm);
  }
  expect([...found.names].sort()).toEqual(Object.keys(health.names).sort());
  expect(Object.keys(health.advice).filter((name) => !found.names.has(name))).toEqual([]);
  expect([...found.kinds].sort()).toEqual(Object.keys(health.kinds).sort());
});

test('the events of the audit log have names in the catalogue', async () => {
  const { auditLog } = (await readCatalogue('console/messages', 'en')) as unknown as {
    auditLog: { events: Record<string, string> };
  };
  const rows = readFileSync(pathOf('docs/audit-log.md'), 'utf8').matchAll(/^\| (`[a-z-]+\.[^|]+)\|/gm);
  const documented = [...rows].flatMap(([, names]) => {
    const [first, ...more] = [...names!.matchAll(/`([\w.-]+)`/g)].map(([, name]) => name!);
    const prefix = first!.slice(0, first!.indexOf('.') + 1);
    return [first!, ...more.map((name) => (name.includes('.') ? name : prefix + name))];
  });
  expect(documented.length).toBeGreaterThan(20);
  expect(documented.filter((name) => auditLog.events[name] === undefined)).toEqual([]);
});

/** What no text of a language contains, outside of its placeholders. Words of code and addresses are left out. */
const TYPOGRAPHY: Readonly<Record<string, readonly RegExp[]>> = {
  // A line may not begin with these marks.
  fr: [/ [?!;:»]|« |\p{L}[?!;]|«(?![\u00a0\u202f])|'/u],
  ja: [
    /[ぁ-んァ-ヶ一-龠ー][:?!(]|[:?!)][ぁ-んァ-ヶ一-龠]|[0-9A-Za-z#][ぁ-んァ-ヶ一-龠]|[ぁ-んァ-ヶ一-龠ー][0-9A-Za-z#]/u,
  ],
  ar: [/\p{Script=Arabic}[?,;]/u],
  es: [/^[^¿]*\p{L}\?/u],
};

test.each(EVERY.filter(({ language }) => TYPOGRAPHY[language]))(
  '$folder has the punctuation of its language in $language',
  async ({ folder, language }) => {
    const found = flatten(await readCatalogue(folder, language)).filter(([path, message]) => {
      // Formats of dates are letters with a meaning.
      if (/date_format|shapes/.test(path)) return false;
      const text = message
        .replaceAll(/\{\w+, (plural|select),/g, '')
        .replaceAll(/https?:\/\/[\x21-\x7e]+|skip_mail: on|\/[a-z-]+\//g, '');
      return TYPOGRAPHY[language]!.some((pattern) => pattern.test(text));
    });
    expect(found).toEqual([]);
  },
);

test('every message of the console is used', async () => {
  const messages = flatten(await readCatalogue('console/messages', 'en')).map(([path]) => path);
  expect(unusedMessages(messages)).toEqual([]);
});

test('messages are used by their paths, by shorter names, and as groups', () => {
  const messages = ['a.x', 'a.y', 'b.c.x', 'b.c.y', 'd.x', 'e.x', 'e.y', 'f'];
  const source = `
    const { b, d: short } = t;
    const group = t.e;
    show(t.a.x, b.c.y.length, labelFor(short, value), group.x, t.f({ count }));
  `;
  expect(usedPaths('a.ts', source, messages).sort()).toEqual(['a.x', 'b.c.y', 'd', 'e.x', 'f']);
});

test('no text of the templates of the site stands outside its catalogue', () => {
  const outside = sourcesOf('src/features/site-pages').flatMap(([name, source]) =>
    textsInTemplates(name, source).map((text) => `${name}:${text}`),
  );
  expect(outside).toEqual([]);
});

test('texts in templates are found in elements and attributes', () => {
  const source = 'const a = html`<p class="wide two" aria-label="Pages">Some ${x} text &amp; <b>${y}</b></p>`;';
  expect(textsInTemplates('a.ts', source)).toEqual(['1: Pages', '1: Some  text']);
});

test('every message of the site is used', async () => {
  const sources = sourcesOf('src').filter(([, source]) => /\b(?:messagesOf|Texts)\b/.test(source));
  const code = sources.map(([, source]) => source).join('\n');
  const unused = flatten(await readCatalogue('src/site/messages', 'en')).filter(
    ([path]) => !new RegExp(`\\b${path.split('.').at(-1)}\\b`).test(code),
  );
  expect(unused).toEqual([]);
});
