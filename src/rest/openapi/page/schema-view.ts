import { escapeTextarea } from '../../../text/escape.js';
import { type Html, htmlTag } from '../../../text/html.js';
import { type Schema } from '../openapi.types.js';

/** Template tag for markup. */
export const html = htmlTag(escapeTextarea);

const PREFIX = '#/components/schemas/';

/** A schema in one line: `integer`, `list of Post`, `string or object`. */
export function typeText(schema: Schema): Html {
  const { $ref, anyOf, type, items, properties, additionalProperties, format } = schema;
  if ($ref) return schemaLink($ref.slice(PREFIX.length));
  if (anyOf) return joined(anyOf.map(typeText), ' or ');
  if (type === undefined) return html`anything`;
  if (type === 'array') return html`list of ${typeText(items ?? {})}`;
  if (typeof additionalProperties === 'object') return html`${typeText(additionalProperties)} by name`;
  if (properties)
    return html`{
    ${joined(
      Object.entries(properties).map(([name, member]) => html`${name}: ${typeText(member)}`),
      ', ',
    )}
    }`;
  const names = typeof type === 'string' ? type : type.join(' or ');
  return html`${names}${format && format !== 'uri-reference' && ` (${format})`}`;
}

function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, index) => html`${index > 0 && between}${part}`)}`;
}

export function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

/** Further constraints of a value: choices, limits, default. */
export function remarks({ enum: own, items, examples, default: usual, minimum, maximum }: Schema): Html {
  const allowed = own ?? items?.enum;
  const notes = [
    allowed && `One of: ${allowed.map(visible).join(', ')}.`,
    examples && `For example: ${examples.map(visible).join(', ')}.`,
    minimum !== undefined && `At least ${minimum}.`,
    maximum !== undefined && `At most ${maximum}.`,
    usual !== undefined && `Default: ${visible(usual)}.`,
  ].filter((text) => typeof text === 'string');
  return html`${notes.length > 0 && html` <small>${notes.join(' ')}</small>`}`;
}

function visible(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/** The properties of an object, with nested properties below them. */
export function membersTable(schema: Schema): Html {
  return html`<table>
    <thead>
      <tr>
        <th>Member</th>
        <th>Type</th>
        <th>Contexts</th>
        <th></th>
      </tr>
    </thead>
    <tbody>
      ${rows(schema, '')}
    </tbody>
  </table>`;
}

function rows(schema: Schema, prefix: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const type = member.properties ? 'object' : typeText(member);
    const row = html`<tr>
      <td><code>${prefix}${name}</code>${schema.required?.includes(name) && ' *'}</td>
      <td>${type}</td>
      <td>${member['x-context']?.join(', ')}</td>
      <td>${member.description}${remarks(member)}</td>
    </tr> `;
    return [row, ...rows(member, `${prefix}${name}.`)];
  });
}
