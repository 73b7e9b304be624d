import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import ownLookup from './tools/eslint/own-lookup.mjs';
import responseLoop from './tools/eslint/response-loop.mjs';
import testAsserts from './tools/eslint/test-asserts.mjs';

/** Shapes of a duration or a deadline of this process, taken from a clock that can be set back. */
const DATE_NOW = "[callee.object.name='Date'][callee.property.name='now']";
const wallClockDurations = [
  `BinaryExpression[operator='-'][right.name!=/^[A-Z_]+$/] > CallExpression.left${DATE_NOW}`,
  `BinaryExpression[operator=/^[<>]/]:has(ThisExpression) > CallExpression${DATE_NOW}`,
  `PropertyDefinition > CallExpression${DATE_NOW}`,
].map((selector) => ({
  selector,
  message:
    'Use performance.now(): the wall clock can jump. Where the wall clock is meant, call it by a name that says so.',
}));

const onlyIn = (where) => `Only ${where} may do this; see docs/architecture.md.`;

// .oxlintrc.json has the rules about promises, which need the types of all files.
export default tseslint.config(
  { ignores: ['**/dist', '**/dist.*', '**/node_modules', 'data', 'coverage'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        // Imports of classes that decorators name are needed at run time.
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { disallowTypeAnnotations: false, fixStyle: 'inline-type-imports' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
      eqeqeq: ['error', 'smart'],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.spec.ts'],
    languageOptions: { parserOptions: { project: 'tsconfig.build.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { nestpress: { rules: { 'own-lookup': ownLookup, 'response-loop': responseLoop } } },
    rules: { 'nestpress/own-lookup': 'error', 'nestpress/response-loop': 'error' },
  },
  {
    files: ['{src,test}/**/*spec.ts'],
    plugins: { tests: { rules: { asserts: testAsserts } } },
    rules: { 'tests/asserts': 'error' },
  },
  {
    files: ['src/rest/server/streams.service.ts'],
    rules: { 'nestpress/response-loop': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/config/**', 'src/**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: onlyIn('platform/config') },
        { object: 'Math', property: 'random', message: 'Use node:crypto.' },
      ],
      'no-restricted-globals': ['error', { name: 'fetch', message: onlyIn('platform/outbound') }],
      'no-restricted-syntax': ['error', ...wallClockDurations],
    },
  },
  {
    // Decorator metadata needs the classes as values.
    files: [
      '{src,examples}/**/*.{controller,module,service,policy,presenter,provider,store,entity,dto,args,guard,filter,interceptor}.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['**/*.{mjs,cjs,js}', 'test/**/*.ts'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        module: 'writable',
        performance: 'readonly',
        fetch: 'readonly',
        Blob: 'readonly',
        FormData: 'readonly',
        Response: 'readonly',
        URLSearchParams: 'readonly',
        AbortSignal: 'readonly',
        TextEncoder: 'readonly',
        TextDecoderStream: 'readonly',
        btoa: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['src/**/*.browser.js'],
    languageOptions: {
      globals: Object.fromEntries(
        (
          'window document location history navigator localStorage sessionStorage URLSearchParams TextEncoder btoa ' +
          'CSS DOMParser CustomEvent HTMLDetailsElement HTMLDialogElement Image matchMedia'
        )
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
  },
);
