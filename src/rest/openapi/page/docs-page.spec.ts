import { expect, test } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { DEFAULT_PROFILE } from '../../../variant/profiles.js';
import { commonComponents } from '../components.js';
import { type Document } from '../openapi.types.js';
import { docsPage } from './docs-page.js';
import { exampleOf } from './operation-view.js';
import { html } from './schema-view.js';
import { assetText } from '../../server/static-file.js';

const DOCUMENT: Document = {
  openapi: '3.1.0',
  info: { title: 'A <b>site</b>', version: '1', description: 'About `it`.\n\n- A <point>' },
  servers: [{ url: '/api"x', description: '' }],
  tags: [{ name: 'things' }],
  security: [],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'readThing',
        summary: 'Read thing',
        tags: ['things'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'size', in: 'query', description: '<script>', schema: { type: 'string', enum: ['"big"'] } },
        ],
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
    },
  },
  components: commonComponents(DEFAULT_PROFILE),
};

test('markup in templates is left as it is, everything else is escaped', () => {
  expect(html`<p title="${'"&amp;'}">${html`<b>${1}</b>`}${false}${undefined}</p>`.markup).toBe(
    '<p title="&quot;&amp;amp;"><b>1</b></p>',
  );
});

test('texts of the document cannot become markup', () => {
  const page = docsPage(DOCUMENT);
  expect(page).toContain('<h1>A &lt;b&gt;site&lt;/b&gt;</h1>');
  expect(page).toContain('<li>A &lt;point&gt;</li>');
  expect(page).toContain('data-server="/api&quot;x"');
  expect(page).toContain('<option>&quot;big&quot;</option>');
  expect(page).not.toContain('<script>');
});

test('every operation has a form to try it', () => {
  expect(docsPage(DOCUMENT)).toContain('<form data-path="/things/{id}" data-method="GET">');
});

test('an example body has a value for every member, and ends where schemas refer to themselves', () => {
  const schemas = {
    Node: {
      type: 'object' as const,
      properties: {
        id: { type: 'integer' as const },
        when: { type: 'string' as const, format: 'date-time' },
        status: { type: 'string' as const, enum: ['draft', 'publish'] },
        next: { $ref: '#/components/schemas/Node' },
      },
    },
  };
  const example = exampleOf({ $ref: '#/components/schemas/Node' }, { ...DOCUMENT.components, schemas });
  expect(example).toMatchObject({ id: 1, when: '2030-05-01T19:00:00', status: 'draft', next: { id: 1 } });
});

interface FakeField {
  name: string;
  value: string;
  dataset: { in: string };
}

type Listener = (event: object) => void;

/** Runs the script of the page in a document with one form, and returns its listeners and what it requested. */
function runScript(elements: FakeField[]) {
  const listeners: Record<string, Listener> = {};
  const requested: string[] = [];
  const shown: { textContent?: string }[] = [];
  const output = {
    textContent: '',
    replaceChildren: (...children: typeof shown) => void shown.splice(0, shown.length, ...children),
  };
  const form = { dataset: { path: '/things/{id}' }, elements, querySelector: () => output };
  runInNewContext(assetText('rest/openapi/page/docs.browser.js'), {
    document: {
      body: { dataset: { server: '/api' } },
      querySelector: () => ({ elements: { login: { value: '' }, password: { value: '' } } }),
      addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
      getElementById: () => null,
      createElement: () => ({ addEventListener: () => undefined }),
    },
    window: { addEventListener: () => undefined },
    location: { hash: '', href: 'https://site.test/docs' },
    HTMLDetailsElement: class {},
    URL,
    URLSearchParams,
    fetch: (address: string) => {
      requested.push(address);
      return Promise.reject(new Error('offline'));
    },
  });
  const show = (snippet: string) => {
    listeners.click!({ target: { closest: () => ({ form, dataset: { snippet } }) } });
    return shown.at(-1)?.textContent;
  };
  return { send: () => listeners.submit!({ preventDefault: () => undefined, target: form }), show, requested };
}

const field = (name: string, value: string, place: string): FakeField => ({ name, value, dataset: { in: place } });

test('a request from the page puts path and query together', async () => {
  const page = runScript([field('id', '7/8', 'path'), field('size', 'a b', 'query'), field('none', '', 'query')]);
  page.send();
  await Promise.resolve();
  expect(page.requested).toEqual(['/api/things/7%2F8?size=a+b']);
});

test('a request is shown for curl, fetch and the typed client', () => {
  const { show } = runScript([field('id', '7', 'path'), field('include', '1,2', 'query')]);
  expect(show('curl')).toBe("curl -u 'login:application password' 'https://site.test/api/things/7?include=1%2C2'");
  expect(show('fetch')).toContain('await fetch("https://site.test/api/things/7?include=1%2C2"');
  expect(show('client')).toBe(
    'const { data, error } = await client.GET("/things/{id}", {\n  params: { path: { id: 7 }, query: { include: [1, 2] } },\n});',
  );
});
