import { type Components, type Document, type Operation } from '../openapi.types.js';
import { operationView, type ShownOperation } from './operation-view.js';
import { type Html } from '../../../text/html.js';
import { html, membersTable, typeText } from './schema-view.js';

/** The documentation as a single page without external resources. */
export function docsPage(document: Document): string {
  const { info, tags, components, servers } = document;
  const operations = shownOperations(document);
  const names = Object.keys(components.schemas).sort();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: API documentation</title>
        <link rel="stylesheet" href="docs/page.css" />
        <script src="docs/page.js" defer></script>
      </head>
      <body data-server="${servers[0]!.url}">
        <a class="skip" href="#content">Skip to the content</a>
        <aside>
          <p class="brand">${info.title}</p>
          <label class="search"
            >Search <input id="search" type="search" placeholder="posts, media, DELETE …" autocomplete="off"
          /></label>
          <nav aria-label="Resources">
            <ul>
              ${tags.map(({ name }) => tagLink(name, operations))}
              <li>
                <a href="#schemas">Schemas <span>${names.length}</span></a>
              </li>
            </ul>
          </nav>
        </aside>
        <main id="content">
          <header>
            <h1>${info.title}</h1>
            <p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI ${document.openapi})</p>
            ${description(info.description)}
            <form class="sign-in card">
              <p id="session" hidden>You are signed in to the console. Requests are sent with that session.</p>
              <p id="guest">Requests are sent without an account, unless you enter one:</p>
              <label>Login <input name="login" autocomplete="off" /></label>
              <label>Application password <input name="password" type="password" autocomplete="off" /></label>
            </form>
          </header>
          ${tags.map(({ name }) => tagView(name, operations, components))}
          <section>
            <h2 id="schemas">Schemas</h2>
            <p>Members marked * are always there; the others depend on the context, or on the item.</p>
            ${names.map((name) => schemaView(name, document))}
          </section>
          <p id="nothing" role="status" hidden>No operation matches.</p>
        </main>
      </body>
    </html> `.markup;
}

function ofTag(tag: string, operations: readonly ShownOperation[]): ShownOperation[] {
  return operations.filter(({ operation }) => operation.tags.includes(tag));
}

function tagLink(tag: string, operations: readonly ShownOperation[]): Html {
  return html`<li>
    <a href="#tag-${tag}">${tag} <span>${ofTag(tag, operations).length}</span></a>
  </li>`;
}

function tagView(tag: string, operations: readonly ShownOperation[], components: Components): Html {
  return html`<section>
    <h2 id="tag-${tag}">${tag}</h2>
    ${ofTag(tag, operations).map((visible) => operationView(visible, components))}
  </section> `;
}

function schemaView(name: string, { components }: Document): Html {
  const schema = components.schemas[name]!;
  return html`<details id="schema-${name}">
    <summary><code>${name}</code></summary>
    ${schema.description && html`<p>${schema.description}</p>`}${schema.properties ? membersTable(schema) : html`<p>${typeText(schema)}</p>`}
  </details> `;
}

/** Methods with the same handler are shown once. */
function shownOperations({ paths }: Document): ShownOperation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const entries = Object.entries(item) as [method: string, operation: Operation][];
    const firsts = entries.filter(([, { operationId }]) => !isFurther(operationId));
    return firsts.map(([method, operation]) => {
      const further = entries.filter(
        ([, { operationId }]) => isFurther(operationId) && operationId.startsWith(`${operation.operationId}By`),
      );
      return { methods: [method, ...further.map(([name]) => name)], path, operation };
    });
  });
}

function isFurther(operationId: string): boolean {
  return /By(Put|Patch)$/.test(operationId);
}

/** Paragraphs, lists and code: the subset of Markdown that descriptions use. */
function description(text: string): Html {
  const [first, ...rest] = text.split('\n\n');
  const points = rest
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  return html`<p>${inline(first!)}</p>
    <ul>
      ${points.map((point) => html`<li>${inline(point.slice(2))}</li> `)}
    </ul>`;
}

function inline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
