// The documents that front ends send to WPGraphQL, from their packages on npm, unpacked without what they depend on: as dev
// dependencies, they would bring Next.js, Nuxt and Gatsby with them. Each is downloaded once and checked by its digest.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '../node_modules/.cache/graphql-clients');
/** Versions, and digests of the tarballs. */
const PACKAGES = {
  '@wpnuxt/core@2.4.0': '7mHN9lPAZEDX67BjFwXGeCVXiOjdmCm767SYlhuwuECBGYhHWNLCWn2rUBjB9WUITuE54w6/yQ5jdbsgbrAlLA==',
  '@faustwp/core@3.4.1': 'WwAW4tX2+Wz/8ll9iVuWM6b8V+D/qHOrETpp8zpxz5at55zvLBQMY1VYopb5EDDQhHDfNPboN55dd5WcaFyzwQ==',
  '@faustwp/cli@3.4.1': 'g1cfEatofllitOojrQiHp3w3d+FFPLZhRbBjGRTMR+LiwkOCnPRqrB4Q8IJa6m49ecxwdhD/8ngyFvp/JRYJhA==',
  'gatsby-source-wordpress@7.17.0':
    '+zO/D9JbSKC62oT52QCEBrujPLHXLRXFxwcdi86IWAQMSxk5muwcXNn/D+0gFGWKpqMDpsps1lhWCpQ3U9JMag==',
};

/** Downloads what is missing. Throws where there is no registry. */
export function clientFolders() {
  return Object.fromEntries(Object.entries(PACKAGES).map(([name, digest]) => [name, unpacked(name, digest)]));
}

export function graphqlClients() {
  const folders = clientFolders();
  return {
    wpnuxt: wpnuxtOperations(join(folders['@wpnuxt/core@2.4.0'], 'dist/runtime/queries')),
    seed: template(join(folders['@faustwp/core@3.4.1'], 'dist/cjs/queries/seedQuery.js')),
    possibleTypes: template(join(folders['@faustwp/cli@3.4.1'], 'dist/generatePossibleTypes.js')),
    gatsbyIntrospection: template(
      join(folders['gatsby-source-wordpress@7.17.0'], 'dist/utils/graphql-queries.js'),
      'const introspectionQuery =',
    ),
  };
}

function unpacked(name, digest) {
  const folder = join(CACHE, name.replace('/', '+'));
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(join(CACHE, 'download-'));
  try {
    const options = { cwd: scratch, stdio: ['ignore', 'pipe', 'pipe'] };
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', name], options);
    const [file] = readdirSync(scratch);
    const found = createHash('sha512')
      .update(readFileSync(join(scratch, file)))
      .digest('base64');
    if (found !== digest) throw new Error(`${name} is not what it was: its digest is ${found}.`);
    execFileSync('tar', ['xzf', file], options);
    if (!existsSync(folder)) renameSync(join(scratch, 'package'), folder);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return folder;
}

/** The first document in a template literal, after a text. */
function template(file, after = '') {
  const text = readFileSync(file, 'utf8');
  const found = /`\s*((?:query\b|\{)[\s\S]*?)`/.exec(text.slice(text.indexOf(after)));
  if (!found) throw new Error(`There is no document in ${file}.`);
  return found[1];
}

/** Each operation with the fragments that it needs. */
function wpnuxtOperations(folder) {
  const read = (path) =>
    readdirSync(path)
      .filter((name) => name.endsWith('.gql'))
      .map((name) => readFileSync(join(path, name), 'utf8'));
  const fragments = new Map(read(join(folder, 'fragments')).map((text) => [/fragment (\w+) on/.exec(text)[1], text]));
  const needed = (text, found = new Set()) => {
    for (const [, name] of text.matchAll(/\.\.\.\s*(\w+)/g))
      if (fragments.has(name) && !found.has(name)) needed(fragments.get(name), found.add(name));
    return found;
  };
  return read(folder).flatMap((text) =>
    text
      .split(/^(?=query )/m)
      .filter((part) => part.startsWith('query '))
      .map((part) => [part, ...[...needed(part)].map((name) => fragments.get(name))].join('\n')),
  );
}
