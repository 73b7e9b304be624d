// What the tests of WordPress say: which of them can cross the border of a process, and which of those pass.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a test does that another process cannot see. Registrations that the bridge passes on are not among them. */
const INSIDE = [
  ['hook', /\b(?:add_filter|add_action|remove_filter|remove_action|remove_all_filters|remove_all_actions)\s*\(/],
  ['field of PHP', /\bregister_rest_field\s*\(/],
  ['route of PHP', /\b(?:register_rest_route|register_route)\s*\(/],
  ['setting', /\b(?:register_setting|unregister_setting)\s*\(/],
  [
    'mock',
    /\b(?:MockAction|getMockBuilder|createMock|getMock|Mock_\w+|WP_Fake\w*|WP_REST_Test_\w+)\b|pre_http_request|mock_/,
  ],
  ['query count', /num_queries|get_num_queries|->queries\b|last_query/],
  [
    'support',
    /\b(?:add_post_type_support|remove_post_type_support|register_taxonomy_for_object_type|unregister_taxonomy_for_object_type|unregister_post_type|unregister_taxonomy)\s*\(/,
  ],
  [
    'registry',
    /self::\$(?:block_name|context_block_name|non_dynamic_block_name|dynamic_block_with_boolean_attributes_block_name)|\b(?:register_block_type|unregister_block_type|register_block_pattern\w*|unregister_block_pattern\w*|register_block_style|register_block_template|unregister_block_template|register_sidebar|wp_register_sidebar_widget|register_widget\w*|unregister_widget|setup_sidebar|setup_widget|register_theme_directory|register_post_status|wp_register_ability\w*|register_theme_feature|WP_Block_\w+Registry|WP_Post_Type\b)/,
  ],
  ['theme', /\b(?:switch_theme|add_theme_support|remove_theme_support|wp_get_theme)\s*\(/],
  [
    'object of PHP',
    /new (?:WP_REST_(?!Request|Response)\w+|WP_Test_\w+|WP_Widget\w*)\s*\(|->prepare_(?:item|items|response)\w*\(|->get_item_schema\(|Reflection(?:Method|Class|Property)|->get_item_for_database|->check_template|->handle_\w+|->sanitize_\w+|->validate_\w+|get_raw_endpoint_data/,
  ],
  [
    'REST server of PHP',
    /rest_get_server\(\)->(?:get_headers|json_error|get_data_for_route|envelope_response|last_request)/,
  ],
  ['network', /\b(?:skipWithoutMultisite|switch_to_blog)\s*\(|@group ms-required/],
  ['constant', /\bdefine\s*\(/],
  ['global', /\$GLOBALS\[|\bglobal \$(?!wpdb|wp_rest_server|current_user|wp_rewrite|post)/],
];

/** Filters that the bridge passes on. */
const PASSED_ON = /^.*(?:rest_allow_anonymous_comments|application_password_is_api_request).*$/gm;

function reasons(source) {
  const text = source.replace(PASSED_ON, '');
  return INSIDE.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

/** Bodies of the methods of a class by name. */
function methods(path) {
  const text = readFileSync(path, 'utf8');
  const head = /^\t(?:(?:abstract|final|public|protected|private|static) )*function\s+&?(\w+)\s*\(/gm;
  return new Map(
    [...text.matchAll(head)].map((found) => {
      const rest = text.slice(found.index);
      const end = /^\t\}/m.exec(rest);
      return [found[1], end ? rest.slice(0, end.index) : ''];
    }),
  );
}

const decoded = (text) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&');

/** Outcome of each test in a JUnit report. */
export function outcomes(path) {
  const results = new Map();
  if (!existsSync(path)) return results;
  const cases = readFileSync(path, 'utf8').matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>([^]*?)<\/testcase>)/g);
  for (const [, name, inside = ''] of cases) {
    const failure = /<(?:failure|error|warning)[^>]*>([^]*?)<\/(?:failure|error|warning)>/.exec(inside);
    const state = failure ? 'failed' : inside.includes('<skipped') ? 'skipped' : 'passed';
    results.set(decoded(name), { state, text: decoded(failure?.[1] ?? '') });
  }
  return results;
}

const methodOf = (test) => test.replace(/ with data set[^]*/, '');

/** Tests that sent a request. */
function testsWithRequests(path) {
  if (!existsSync(path)) return new Set();
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Set(lines.map((line) => JSON.parse(line).test));
}

/** The tests of a file that can cross, with their outcomes; with a baseline, only those that WordPress itself passes. */
export function crossing({ output, name, source, baseline }) {
  const sources = methods(source);
  const requesting = testsWithRequests(join(output, `${name}.jsonl`));
  const expected = baseline && outcomes(join(baseline, `${name}.xml`));
  const all = [...outcomes(join(output, `${name}.xml`))];
  const crossed = all.filter(([test]) => {
    const method = methodOf(test);
    const sends = requesting.has(test) || requesting.has(method);
    const passesThere = !expected || expected.get(test)?.state === 'passed';
    return sends && passesThere && reasons(sources.get(method) ?? '').length === 0;
  });
  return { total: all.length, crossed };
}

/** Why a failing test counts as it does; undefined where it has not been judged. */
export function verdictOf(verdicts, variant, file, test) {
  const matches = (pattern, text) => new RegExp(`^(?:${pattern})$`, 's').test(text);
  return verdicts.find((one) => one.variants.includes(variant) && matches(one.file, file) && matches(one.test, test));
}

/** Names of the reports in a folder. */
export const reportsIn = (output) =>
  readdirSync(output)
    .filter((file) => file.endsWith('.xml') && !file.endsWith('.phpunit.xml'))
    .map((file) => file.slice(0, -'.xml'.length))
    .sort();
