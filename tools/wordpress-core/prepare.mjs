// What the tests of WordPress need besides the bridge: copies of WordPress, and the tests of each release for today's framework.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The branch with the tests of each variant; the framework is always that of the newest one. */
export const BRANCHES = { A: '4.9', B: '4.7', C: 'trunk', WordPress: 'trunk' };
const FRAMEWORK = 'trunk';

const PHPUNIT = 'tests/phpunit';

/** Unpacks the tests of a branch, without large files that no REST test reads. */
function unpackTests({ clone, work }, branch, bridge) {
  const target = join(work, `tests-${branch}`);
  if (existsSync(target)) return join(target, PHPUNIT);
  const tests = spawnArchive(clone, branch);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-x', '-C', target], { input: tests, maxBuffer: 1 << 30 });
  const folder = join(target, PHPUNIT);
  if (branch === FRAMEWORK) useBridge(folder, bridge);
  return folder;
}

function spawnArchive(clone, branch) {
  const paths = [PHPUNIT, `:(exclude)${PHPUNIT}/data/filesystem`];
  return execFileSync('git', ['-C', clone, 'archive', branch, ...paths], { maxBuffer: 1 << 30 });
}

function edit(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** The framework takes the bridge as its REST server; what it asserts about the SQL of WordPress is left out. */
function useBridge(folder, bridge) {
  edit(join(folder, 'includes/bootstrap.php'), (text) =>
    text.replace(
      "require __DIR__ . '/spy-rest-server.php';",
      `require NP_BRIDGE ? '${bridge}/bridge-server.php' : __DIR__ . '/spy-rest-server.php';`,
    ),
  );
  const importer = join(folder, 'data/plugins/wordpress-importer');
  mkdirSync(importer, { recursive: true });
  if (!existsSync(join(importer, 'wordpress-importer.php')))
    writeFileSync(join(importer, 'wordpress-importer.php'), '<?php // Plugin Name: none');
  const rest = join(folder, 'tests/rest-api');
  for (const name of readdirSync(rest).filter((file) => file.endsWith('.php'))) edit(join(rest, name), withoutSql);
}

function withoutSql(text) {
  return text
    .replace(
      /^(\t(?:protected|private|public) function assertPosts(?:Clause|Where|OrderedBy)\(.*\{)$/gm,
      '$1 if ( NP_BRIDGE ) { return; }',
    )
    .replace(
      /^(\t+)(\$this->assert(?:Count|Empty)\([^;]*\$this->posts_clauses[^;]*;)$/gm,
      '$1if ( ! NP_BRIDGE ) { $2 }',
    )
    .replaceAll('array_slice( $this->posts_clauses', 'array_slice( (array) $this->posts_clauses');
}

const METHODS = [
  ['setUpBeforeClass', 'set_up_before_class'],
  ['tearDownAfterClass', 'tear_down_after_class'],
  ['setUp', 'set_up'],
  ['tearDown', 'tear_down'],
];

/** Names and signatures of an old test as today's framework has them. */
function ported(text) {
  for (const [old, current] of METHODS)
    text = text.replace(new RegExp(`(?<=function |parent::)${old}(?=\\s*\\()`, 'g'), current);
  return withoutSql(
    text
      .replace(/\$this->(assertContains|assertNotContains)\s*\(/g, '$this->np_$1(')
      .replace(/\b(WP_Test_REST_Controller_Testcase|WP_Test_REST_Post_Type_Controller_Testcase)\b/g, 'NP_$1')
      .replace(/\bPHPUnit_Framework_(\w+)\b/g, (_name, rest) => `PHPUnit\\Framework\\${rest.replaceAll('_', '\\')}`)
      .replaceAll('$this->server->', 'rest_get_server()->')
      .replace(/\bassertEqualSets\b/g, 'np_assertEqualSets'),
  );
}

const LEGACY = '{\n\tuse NP_Legacy_Assertions;';

/** The tests of an old branch, rewritten for today's framework. */
function port(folder, target, bridge) {
  if (existsSync(target)) return target;
  const bases = ['testcase-rest-controller', 'testcase-rest-post-type-controller'].map((name) =>
    ported(readFileSync(join(folder, `includes/${name}.php`), 'utf8')).replace(/^<\?php/, ''),
  );
  mkdirSync(target, { recursive: true });
  writeFileSync(
    join(target, 'base.php'),
    `<?php\n${bases.join('')}`.replace(
      /(abstract class NP_WP_Test_REST_Controller_Testcase extends WP_Test_REST_TestCase )\{/,
      `$1${LEGACY}`,
    ),
  );
  const requires = `require_once '${bridge}/legacy-assertions.php'; require_once '${join(target, 'base.php')}';`;
  for (const part of ['rest-api', 'oembed']) {
    mkdirSync(join(target, 'tests', part), { recursive: true });
    for (const name of readdirSync(join(folder, 'tests', part)).filter((file) => file.endsWith('.php'))) {
      if (part === 'oembed' && name !== 'controller.php') continue;
      const text = ported(readFileSync(join(folder, 'tests', part, name), 'utf8'))
        .replace(/^<\?php/, `<?php\n${requires}`)
        .replace(/(class \w+ extends (?:WP_UnitTestCase|WP_Test_REST_TestCase)\s*)\{/g, `$1${LEGACY}`);
      writeFileSync(join(target, 'tests', part, name), text);
    }
  }
  return target;
}

/** Folders of the framework, of the tests and of the WordPress of a run. */
export function prepare(places, name) {
  const { work, wordpress, bridge } = places;
  const branch = BRANCHES[name];
  const framework = unpackTests(places, FRAMEWORK, bridge);
  const tests =
    branch === FRAMEWORK
      ? framework
      : port(unpackTests(places, branch, bridge), join(work, `ported-${branch}`), bridge);
  const site = join(work, `wordpress-${name}`);
  if (!existsSync(site)) execFileSync('cp', ['-a', `${wordpress}/.`, site]);
  rmSync(join(site, 'wp-content/uploads'), { recursive: true, force: true });
  mkdirSync(join(site, 'wp-content/uploads'), { recursive: true });
  rmSync(join(site, 'wp-config.php'), { force: true });
  writeFileSync(join(site, 'wp-content/db.php'), `<?php\nrequire '${bridge}/db-dropin.php';\n`);
  return { framework, tests, site };
}
