import '../../feature-config.js';
import { expect, test } from '@jest/globals';
import { ConfigError, loadConfig, unknownVariables } from './load-config.js';

test('nothing set gives the documented defaults', () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    variant: 'A',
    basePath: '/wp-json',
    tablePrefix: 'wp_',
    accountPasswords: true,
    mediaTrash: true,
    rateLimit: true,
    workers: 1,
  });
});

test('values are converted', () => {
  const config = loadConfig({
    PORT: '8080',
    VARIANT: 'B',
    RATE_LIMIT: 'off',
    TRUSTED_PROXIES: '10.0.0.1, loopback',
    LOGGED_IN_KEY: 'k',
  });
  expect(config).toMatchObject({
    port: 8080,
    variant: 'B',
    rateLimit: false,
    trustedProxies: ['10.0.0.1', 'loopback'],
  });
  expect(config.keys.loggedInKey).toBe('k');
  expect(loadConfig({ HTML5_MARKUP: 'off', CONTENT_WIDTH: '640' }).presentation).toEqual({
    html5: false,
    contentWidth: 640,
  });
});

test('origins of browsers: any, none or those named', () => {
  expect(loadConfig({}).corsOrigins).toBe('any');
  expect(loadConfig({ CORS_ORIGINS: 'none' }).corsOrigins).toEqual([]);
  expect(loadConfig({ CORS_ORIGINS: 'https://app.example, http://localhost:5173' }).corsOrigins).toEqual([
    'https://app.example',
    'http://localhost:5173',
  ]);
});

test('an empty value counts as not set', () => {
  expect(loadConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: undefined, port: 3000 });
});

test('replicas are a list, of one server', () => {
  const env = {
    DATABASE_URL: 'mysql://root@primary/db',
    DATABASE_REPLICAS: 'mysql://root@one/db, mysql://root@two:3307/db',
  };
  expect(loadConfig(env).databaseReplicas).toEqual(['mysql://root@one/db', 'mysql://root@two:3307/db']);
  expect(() => loadConfig({ ...env, DATABASE_URL: 'mysql://root@a,b/db' })).toThrow('several servers');
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['VARIANT', 'D'],
  ['BASE_PATH', 'wp-json'],
  ['BASE_PATH', '/'],
  ['DATABASE_URL', 'postgres://x/y'],
  ['TABLE_PREFIX', 'wp-; DROP'],
  ['SITE_URL', 'example.com'],
  ['SITE_URL', 'http://example.com/'],
  ['RATE_LIMIT', 'maybe'],
  ['ADMIN_PASSWORD', 'short'],
  ['HTML5_MARKUP', 'maybe'],
  ['CONTENT_WIDTH', '-1'],
  ['WORKERS', '0'],
  ['LOG_LEVEL', 'loud'],
  ['REDIS_URL', 'localhost:6379'],
  ['METRICS_PORT', 'ninety'],
  ['METRICS_PORT', '0'],
  ['SLOW_QUERY_MS', '-1'],
  ['SERVER_TIMING', 'always'],
  ['ACCESS_LOG', 'perhaps'],
  ['OTEL', 'maybe'],
  ['TRUSTED_PROXIES', '10.0.0.1, everybody'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '1.2.3.4/8/8'],
  ['CORS_ORIGINS', 'https://app.example/'],
  ['CORS_ORIGINS', 'any, https://app.example'],
  ['HSTS_SECONDS', '-1'],
  ['DATABASE_REPLICAS', 'mysql://root@one/db'],
  ['DATABASE_REPLICAS', 'one,two'],
  ['METRICS_PORT', 'here:'],
  ['METRICS_PORT', '0.0.0.0:70000'],
  ['S3_URL', 'media'],
  ['S3_URL', 'https://s3.amazonaws.com/media'],
  ['S3_URL', 'https://key:a/b@s3.amazonaws.com/media'],
  ['S3_URL', 'https://key:a%b@s3.amazonaws.com/media'],
  ['CONSOLE', 'perhaps'],
])('%s=%s stops the start with a sentence that names the variable', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name} .+\\.$`));
});

test('all wrong values are reported together; secret ones are not shown', () => {
  const load = () =>
    loadConfig({ PORT: 'eighty', ADMIN_PASSWORD: 's3cret', LOG_LEVEL: 'loud', REDIS_URL_FILE: '/none' });
  expect(load).toThrow(/^REDIS_URL_FILE .*\.\nPORT .*, not "eighty"\.\nADMIN_PASSWORD .*characters\.\nLOG_LEVEL .*\.$/);
  expect(load).not.toThrow(/s3cret/);
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['SITEURL', 'SITE_URL'],
  ['table_prefix', 'TABLE_PREFIX'],
  ['ADMIN_PASWORD_FILE', 'ADMIN_PASSWORD_FILE'],
])('%s gets the hint %s', (provided, meant) => {
  expect(unknownVariables({ [provided]: 'x' })).toEqual([
    `${provided} is not a variable of Nestpress. Did you mean ${meant}?`,
  ]);
  expect(unknownVariables({ [provided]: 'x', [meant]: 'y' })).toEqual([]);
});

test('a variable of an earlier version gets a hint what to use instead', () => {
  expect(
    unknownVariables({ METRICS_HOST: '0.0.0.0', RESPONSE_CACHE: 'off', HEADER_SECONDS: '5', NESTPRESS_API: 'on' }),
  ).toEqual([
    'METRICS_HOST is no longer a variable of Nestpress. Set the address in METRICS_PORT instead, such as METRICS_PORT=0.0.0.0:9464.',
    'RESPONSE_CACHE is no longer a variable of Nestpress. CACHE_MB=0 disables the response cache.',
    'HEADER_SECONDS is no longer a variable of Nestpress. Its value is fixed.',
    'NESTPRESS_API is no longer a variable of Nestpress. CONSOLE=api serves the namespace nestpress/v1 without the console.',
  ]);
});

test('S3_URL names the store, the keys, the bucket, a folder and a region', () => {
  const url = 'https://AKIA:a%2Fb%2Bc@minio.example:9000/media/sites/one?region=eu-central-1';
  expect(loadConfig({ S3_URL: url }).s3).toEqual({
    endpoint: 'https://minio.example:9000',
    region: 'eu-central-1',
    bucket: 'media',
    prefix: 'sites/one',
    accessKey: 'AKIA',
    secretKey: 'a/b+c',
  });
  expect(loadConfig({ S3_URL: 'http://a:b@store/media' }).s3).toMatchObject({ region: 'us-east-1', prefix: '' });
  expect(loadConfig({}).s3).toBeUndefined();
});

test.each([
  'HOME',
  'HOSTNAME',
  'LANG',
  'PATH',
  'SHELL',
  'MYSQL_HOST',
  'AWS_REGION',
  'NODE_ENV',
  'PORT',
  'DATABASE_URL',
])('%s gets no hint', (name) => {
  expect(unknownVariables({ [name]: 'x' })).toEqual([]);
});
