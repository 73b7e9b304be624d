// Which way imports may go; docs/architecture.md has the picture.

/** A folder, a file, or a pattern that ends with `$`; never a mere prefix of a name. */
const asPath = (name) => {
  if (name.endsWith('$')) return `^src/${name}`;
  return name.endsWith('.ts') ? `^src/${name.replace('.', '\\.')}$` : `^src/${name}/`;
};

const below = (folder, allowed) => ({
  name: `${folder}-stays-below`,
  comment: `src/${folder} may import only itself${allowed.length ? ` and ${allowed.join(', ')}` : ''}.`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map(asPath)] },
});

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
    below('content/rendering', ['text']),
    below('database', ['text', 'telemetry']),
    below('site', ['text', 'database']),
    below('access', ['text', 'database', 'site', 'platform/limits']),
    below('rest', ['text', 'access', 'telemetry', 'site', 'database', 'variant/profile.ts']),
    below('platform', ['text', 'database', 'telemetry']),
    below('content', ['text', 'access', 'telemetry', 'database', 'site', 'platform', 'variant/profile.ts']),
    below('resources', ['text', 'content', 'rest', 'access', 'database', 'site', 'platform', 'variant/profile.ts']),
    // Of extensions it knows the tables, which are data, so that they can be copied.
    below('transfer', [
      'text',
      'content',
      'access',
      'database',
      'site',
      'platform',
      'variant/profile.ts',
      'extensions/.*\\.entit(y|ies)\\.ts$',
    ]),
    below('extensions', ['text', 'content', 'rest', 'access', 'database', 'site', 'platform', 'variant/profile.ts']),
    below('site-pages', ['text', 'content', 'rest', 'access', 'database', 'site', 'platform']),
    below('home', ['text', 'access', 'site']),
    below('console', ['text', 'content', 'rest', 'access', 'database', 'site', 'platform']),
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
      to: { path: '\\.controller\\.ts$' },
    },
    {
      name: 'resources-meet-through-their-services',
      comment:
        'A resource may use another one’s service, never its store, policy or presenter; entries, revisions, terms, content-types, meta and registries are what several resources share.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/([^/]+)/',
        pathNot: [
          '^src/modules/$1/',
          '^src/modules/(entries|revisions|terms|content-types|meta|registries)/',
          '\\.(service|module)\\.ts$',
        ],
      },
    },
    {
      name: 'extensions-stand-alone',
      comment: 'An extension can be left out of a deployment, so nothing of another one may be needed.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/([^/]+)/', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'console-uses-only-the-api',
      comment: 'The console knows the service only by its REST API; it shares pure functions on text.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^src/', pathNot: '^src/text/' },
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
