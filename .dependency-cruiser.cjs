// Which way imports may go; docs/architecture.md has the picture.

/** A folder, a file, or a pattern that ends with `$`; never a mere prefix of a name. */
const asPath = (name) => {
  if (name.endsWith('$')) return `^src/${name}`;
  return name.endsWith('.ts') ? `^src/${name.replaceAll('.', '\\.')}$` : `^src/${name}/`;
};

const below = (folder, allowed) => ({
  name: `${folder}-stays-below`,
  comment: `src/${folder} may import only itself${allowed.length ? ` and ${allowed.join(', ')}` : ''}.`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map(asPath)] },
});

/** Which profile a service has is chosen above; everything below reads it. */
const VARIANT = ['variant/profile.ts', 'variant/[\\w-]+\\.variants\\.ts$'];
const BELOW_MODULES = [
  'text',
  'rendering',
  'rest',
  'access',
  'telemetry',
  'database',
  'site',
  'content-model',
  'platform',
  'hooks',
  ...VARIANT,
];
const CORE = [...BELOW_MODULES, 'modules', 'variant', 'variant.module.ts', 'feature.ts'];

/** Features and what each may import of others: those that its manifest requires. */
const FEATURES = {
  'acf-graphql': ['acf', 'graphql'],
  'admin-api': [],
  'audit-log': ['admin-api'],
  'bulk-export': ['admin-api', 'audit-log'],
  'change-feed': ['admin-api'],
  console: ['admin-api'],
  graphiql: ['graphql'],
  'graphql-changes': ['change-feed', 'graphql'],
  idempotency: ['admin-api'],
  mcp: [],
  metrics: [],
  'site-pages': [],
  sso: [],
  transfer: ['admin-api', 'audit-log'],
  webhooks: ['admin-api', 'audit-log'],
  'wordpress-bridge': [],
};

/** The folders of src/modules/entries, and which of them each may import; `api` and `admin` may import all. */
const ENTRIES = { model: [], read: ['model'], write: ['model', 'read'], cache: ['model', 'read'] };

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    below('telemetry', []),
    below('text', []),
    below('rendering', ['text']),
    below('database', ['text', 'telemetry']),
    below('content-model', ['text', 'database']),
    below('site', ['text', 'database', 'content-model']),
    below('access', ['text', 'database', 'site', 'content-model', 'platform/limits']),
    below('platform', ['text', 'database', 'telemetry']),
    below('hooks', ['text', 'access', 'site', 'content-model', 'database', 'platform']),
    below('variant', ['text', 'rendering', 'content-model']),
    below('rest', ['text', 'access', 'telemetry', 'site', 'content-model', 'database', ...VARIANT]),
    below('modules', BELOW_MODULES),
    ...Object.entries(FEATURES).map(([feature, required]) =>
      below(`features/${feature}`, [...CORE, ...required.map((name) => `features/${name}`)]),
    ),
    below('features', CORE),
    {
      name: 'class-transformer-reads-only-the-configuration',
      comment: 'It reads `constructor` of nested objects, which a client can set.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/config/' },
      to: { path: 'node_modules/class-transformer' },
    },
    { name: 'nothing-needs-the-examples', severity: 'error', from: { path: '^src/' }, to: { path: '^examples/' } },
    {
      name: 'nobody-imports-the-command-line',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'nobody-imports-a-controller',
      severity: 'error',
      from: { path: '^src/', pathNot: '(^src/index|\\.module|\\.spec)\\.ts$' },
      // The base classes of controllers.
      to: { path: '\\.controller\\.ts$', pathNot: '/(entries|revisions|terms)\\.controller\\.ts$' },
    },
    {
      name: 'controllers-do-not-touch-the-database',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['\\.(store|writer|loader|entity|entities)\\.ts$', '^src/database/'] },
    },
    {
      name: 'domain-does-not-know-the-wire',
      comment: 'Within a module, only files of the upper layers import rest/; the suffix of a file is its layer.',
      severity: 'error',
      from: {
        path: '^src/modules/',
        pathNot: [
          '\\.(controller|dto|fields|field|policy|presenter|service|module|errors|validators|spec)\\.ts$',
          // The parts of the upper layers whose names have no suffix.
          '/(entry-resource|meta-values|plugin-settings|received-upload|submission|proof|oembed-xml)\\.ts$',
        ],
      },
      to: { path: '^src/rest/' },
    },
    ...Object.entries(ENTRIES).map(([folder, allowed]) => ({
      name: `entries-${folder}-stays-below`,
      comment:
        'Entries are read and written without knowledge of their routes, and read without knowledge of the cache.',
      severity: 'error',
      from: { path: `^src/modules/entries/${folder}/`, pathNot: '\\.spec\\.ts$' },
      to: {
        path: '^src/modules/entries/[^/]+/',
        pathNot: [folder, ...allowed].map((name) => `^src/modules/entries/${name}/`),
      },
    })),
    {
      name: 'lists-have-one-interface',
      comment: 'Stores hand their queries to ListReader; how the list index answers them is its own affair.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/database/lists/', pathNot: '/(list-query|list-reader|versions|tables)\\.ts$' },
    },
    {
      name: 'extensions-stand-alone',
      comment: 'The extensions can be left out of a deployment, so nothing else may need them, nor they each other.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/(oembed|forms|cache|popups)/', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'console-uses-only-the-api',
      comment:
        'The console knows the service only by its REST API; it shares pure functions on text, and the parser of form templates.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^src/', pathNot: '^src/(?:text|modules/forms/template)/' },
    },
    {
      name: 'the-service-does-not-need-the-console',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^console/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
