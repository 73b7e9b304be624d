import { type Schema } from '../openapi.types.js';
import { html, type Html } from './html.js';

const PREFIX = '#/components/schemas/';

/** A schema in one line: `integer`, `list of Post`, `text or object`. */
export function typeText(schema: Schema): Html {
  if (schema.$ref) return schemaLink(schema.$ref.slice(PREFIX.length));
  if (schema.anyOf) return html`${schema.anyOf.map((option, index) => html`${index > 0 && ' or '}${typeText(option)}`)}`;
  if (schema.type === 'array') return html`list of ${typeText(schema.items ?? {})}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return html`${typeText(schema.additionalProperties)} by name`;
  if (schema.type === 'object' && schema.properties) return html`{ ${Object.entries(schema.properties).map(([name, member], index) => html`${index > 0 && ', '}${name}: ${typeText(member)}`)} }`;
  if (schema.type === undefined) return html`anything`;
  return html`${typeof schema.type === 'string' ? schema.type : schema.type.join(' or ')}${schema.format && schema.format !== 'uri-reference' && ` (${schema.format})`}`;
}

export function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

/** What else is to be said of a value: choices, limits, default. */
export function remarks({ enum: allowed, examples, default: usual, minimum, maximum }: Schema): Html {
  const said = [
    allowed && `One of: ${allowed.map(shown).join(', ')}.`,
    examples && `For example: ${examples.map(shown).join(', ')}.`,
    minimum !== undefined && `At least ${minimum}.`,
    maximum !== undefined && `At most ${maximum}.`,
    usual !== undefined && `Default: ${shown(usual)}.`,
  ].filter((text) => typeof text === 'string');
  return html`${said.length > 0 && html` <small>${said.join(' ')}</small>`}`;
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/** The members of an object, those of objects within it below them. */
export function membersTable(schema: Schema): Html {
  return html`<table><thead><tr><th>Member</th><th>Type</th><th>Contexts</th><th></th></tr></thead><tbody>${rows(schema, '')}</tbody></table>`;
}

function rows(schema: Schema, prefix: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    html`<tr><td><code>${prefix}${name}</code>${schema.required?.includes(name) && ' *'}</td><td>${member.properties ? 'object' : typeText(member)}</td><td>${member['x-context']?.join(', ')}</td><td>${member.description}${remarks(member)}</td></tr>\n`,
    ...rows(member, `${prefix}${name}.`),
  ]);
}
