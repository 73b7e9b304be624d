/** Which way imports may go; docs/architecture.md has the picture. One rule an idea. */
const below = (folder, allowed) => ({
  name: `${folder}-stays-below`,
  comment: `src/${folder} may import only itself${allowed.length ? ` and ${allowed.join(', ')}` : ''}.`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map((name) => `^src/${name}`)] },
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
    below('content/text', ['content/sanitise']),
    below('content/sanitise', ['content/text']),
    below('content/rendering', ['content/text', 'content/sanitise', 'database/php']),
    below('database', ['access/passwords', 'telemetry']),
    below('site', ['database', 'content/text']),
    below('access', ['database', 'site', 'platform/limits']),
    below('rest', ['access', 'telemetry', 'site', 'database', 'content/text', 'variant/profile']),
    below('platform', ['database', 'telemetry']),
    below('content', ['access', 'database', 'site', 'platform', 'variant/profile']),
    below('resources', ['content', 'rest', 'access', 'database', 'site', 'platform', 'variant/profile']),
    // Of extensions it knows the tables, which are data, so that they can be copied.
    below('transfer', [
      'content',
      'access',
      'database',
      'site',
      'platform',
      'variant/profile',
      'extensions/.*[.-]tables?\\.ts$',
    ]),
    below('extensions', ['content', 'rest', 'access', 'database', 'site', 'platform', 'variant/profile']),
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
      from: { path: '^src/', pathNot: '(\\.module|\\.spec)\\.ts$' },
      to: { path: '\\.controller\\.ts$' },
    },
    {
      name: 'resources-meet-through-their-services',
      comment:
        'A resource may use another one’s service, never its store, policy or presenter; entries is what posts, pages and media share.',
      severity: 'error',
      from: { path: '^src/resources/([^/]+)/' },
      to: {
        path: '^src/resources/([^/]+)/',
        pathNot: ['^src/resources/$1/', '^src/resources/entries/', '\\.(service|module)\\.ts$'],
      },
    },
    {
      name: 'extensions-stand-alone',
      comment: 'An extension can be left out of a deployment, so nothing of another one may be needed.',
      severity: 'error',
      from: { path: '^src/extensions/([^/]+)/' },
      to: { path: '^src/extensions/([^/]+)/', pathNot: '^src/extensions/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
