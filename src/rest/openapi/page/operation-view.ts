import { type Components, type Operation, type Parameter, type Reference, type Response } from '../openapi.types.js';
import { html, type Html } from './html.js';
import { remarks, schemaLink, typeText } from './schema-view.js';

export interface ShownOperation {
  methods: readonly string[];
  path: string;
  operation: Operation;
}

/** One operation: what it takes, what it answers, and for reading a form to try it. */
export function operationView({ methods, path, operation }: ShownOperation, components: Components): Html {
  const parameters = (operation.parameters ?? []).map((parameter) => resolveParameter(parameter, components));
  const isReading = methods.includes('get');
  const table = parameters.length > 0 && parameterTable(parameters, isReading);
  return html`<details id="${operation.operationId}" class="${methods[0]}">
    <summary><b>${methods.join(' ').toUpperCase()}</b> <code>${path}</code><span>${operation.summary}</span></summary>
    ${
      isReading
        ? html`<form data-path="${path}">
            ${table}
            <p><button>Try it</button></p>
            <output></output>
          </form>`
        : table
    }
    ${bodyView(operation)}
    ${Object.entries(operation.responses).map(([status, response]) => ('$ref' in response ? html`` : responseView(status, response)))}
    <p>Refused: ${schemaLink('Error')}</p>
  </details> `;
}

function resolveParameter(parameter: Parameter | Reference, components: Components): Parameter {
  return '$ref' in parameter
    ? components.parameters[parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1)]!
    : parameter;
}

function parameterTable(parameters: readonly Parameter[], withInputs: boolean): Html {
  return html`<table>
    <tbody>
      ${parameters.map((parameter) => parameterRow(parameter, withInputs))}
    </tbody>
  </table>`;
}

function parameterRow(parameter: Parameter, withInput: boolean): Html {
  const { name, in: place, required, schema, description } = parameter;
  return html`<tr>
    <td><code>${name}</code>${required && ' *'}<br /><small>${place}</small></td>
    <td>${typeText(schema)}</td>
    <td>${description}${remarks(schema)}</td>
    ${withInput && html`<td>${input(parameter)}</td>`}
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

function bodyView({ requestBody }: Operation): Html {
  if (!requestBody) return html``;
  const schemas = Object.values(requestBody.content).map(({ schema }) => schema?.$ref);
  const name = schemas
    .find((reference) => reference !== undefined)
    ?.split('/')
    .at(-1);
  return html`<p>Body: ${name !== undefined && schemaLink(name)} as ${Object.keys(requestBody.content).join(', ')}</p>`;
}

function responseView(status: string, response: Response): Html {
  const schema = response.content?.['application/json']?.schema;
  const headers = Object.keys(response.headers ?? {});
  return html`<p>
    ${status}: ${response.description}
    ${schema && typeText(schema)}${headers.length > 0 && html` <small>with ${headers.join(', ')}</small>`}
  </p>`;
}
