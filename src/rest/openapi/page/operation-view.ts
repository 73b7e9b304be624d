import {
  type Components,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  type Schema,
} from '../openapi.types.js';
import { type Html } from '../../../text/html.js';
import { html, remarks, schemaLink, typeText } from './schema-view.js';

export interface ShownOperation {
  methods: readonly string[];
  path: string;
  operation: Operation;
}

/** Languages in which a request is shown; docs.browser.js writes them. */
const SNIPPETS = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['client', 'Typed client'],
] as const;

/** An operation: its parameters, its responses, and a form to try it. */
export function operationView({ methods, path, operation }: ShownOperation, components: Components): Html {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, components));
  const table = parameters.length > 0 && parameterTable(parameters);
  return html`<details id="${operation.operationId}" class="${methods[0]}">
    <summary><b>${methods.join(' ').toUpperCase()}</b> <code>${path}</code><span>${operation.summary}</span></summary>
    <form data-path="${path}" data-method="${methods[0]!.toUpperCase()}">
      ${table} ${methods.length > 1 && methodChoice(methods)} ${bodyView(operation, components)}
      <p class="actions">
        <button class="primary">Send request</button>
        ${SNIPPETS.map(([language, name]) => html`<button type="button" data-snippet="${language}">${name}</button>`)}
      </p>
      <output></output>
    </form>
    <h3>Responses</h3>
    ${Object.entries(operation.responses).map(([status, response]) => ('$ref' in response ? html`` : responseView(status, response)))}
    <p>Any other status: ${schemaLink('Error')}</p>
  </details> `;
}

function resolveParameter(parameter: Parameter | Reference, components: Components): Parameter {
  return '$ref' in parameter
    ? components.parameters[parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1)]!
    : parameter;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  return html`<table class="parameters">
    <tbody>
      ${parameters.map(parameterRow)}
    </tbody>
  </table>`;
}

function parameterRow(parameter: Parameter): Html {
  const { name, in: place, required, schema, description } = parameter;
  return html`<tr>
    <td><code>${name}</code>${required && ' *'}<br /><small>${place}</small></td>
    <td>${input(parameter)}</td>
    <td>${description} <small>${typeText(schema)}.</small>${remarks(schema)}</td>
  </tr> `;
}

function input({ name, in: place, required, schema }: Parameter): Html {
  const attributes = html`name="${name}" data-in="${place}" aria-label="${name}"${required && html` required`}`;
  const choices =
    schema.enum ??
    (schema.const !== undefined ? [schema.const] : schema.type === 'boolean' ? [true, false] : undefined);
  if (!choices) return html`<input ${attributes} />`;
  return html`<select ${attributes}>
    <option></option>
    ${choices.map((choice) => html`<option>${String(choice)}</option>`)}
  </select>`;
}

function methodChoice(methods: readonly string[]): Html {
  return html`<p>
    <label
      >Method
      <select name="_method">
        ${methods.map((method) => html`<option>${method.toUpperCase()}</option>`)}
      </select></label
    >
  </p>`;
}

/** Starts with an example if the body can be JSON. */
function bodyView({ requestBody }: Operation, components: Components): Html {
  if (!requestBody) return html``;
  const schemas = Object.values(requestBody.content).map(({ schema }) => schema?.$ref);
  const name = schemas
    .find((reference) => reference !== undefined)
    ?.split('/')
    .at(-1);
  const json = requestBody.content['application/json']?.schema;
  const example = json && JSON.stringify(exampleOf(json, components), null, 2);
  const isUpload = '*/*' in requestBody.content;
  return html`<p>Body: ${name !== undefined && schemaLink(name)} as ${Object.keys(requestBody.content).join(', ')}</p>
    ${isUpload && html`<p><input name="_file" type="file" aria-label="File" /></p>`}
    ${example !== undefined && html`<textarea name="_body" rows="10" aria-label="Body" spellcheck="false">${example}</textarea>`}`;
}

function responseView(status: string, response: Response): Html {
  const schema = response.content?.['application/json']?.schema;
  const headers = Object.keys(response.headers ?? {});
  return html`<p>
    ${status}: ${response.description}
    ${schema && typeText(schema)}${headers.length > 0 && html` <small>with ${headers.join(', ')}</small>`}
  </p>`;
}

const PREFIX = '#/components/schemas/';
/** Deeper levels are not generated; schemas may refer to themselves. */
const MAX_DEPTH = 4;

/** An example value for a schema, as a starting point for a request. */
export function exampleOf(schema: Schema, components: Components, depth = 0): unknown {
  if (schema.$ref) {
    const name = schema.$ref.slice(PREFIX.length);
    const target = Object.hasOwn(components.schemas, name) ? components.schemas[name] : undefined;
    return target && depth < MAX_DEPTH ? exampleOf(target, components, depth + 1) : {};
  }
  const example = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (example !== undefined) return example;
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, components, depth);
  if (schema.properties && depth < MAX_DEPTH) {
    const members = Object.entries(schema.properties);
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member, components, depth + 1)]));
  }
  return plainExample(schema, components, depth);
}

function plainExample({ type, format, minimum, items }: Schema, components: Components, depth: number): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return items && depth < MAX_DEPTH ? [exampleOf(items, components, depth + 1)] : [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return format === 'date-time' ? '2030-05-01T19:00:00' : 'text';
  }
}
