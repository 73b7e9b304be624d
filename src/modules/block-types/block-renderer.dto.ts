import { Arg } from '../../rest/args/arg.decorator.js';
import { FULL_SCHEMA, validateValue } from '../../rest/args/validate-value.js';
import { toText } from '../../text/php/php-values.js';
import { type ArgValidator, type JsonType, type RequestSanitizer, type ValueSchema } from '../../rest/args/schema.js';
import { sanitizeValue } from '../../rest/args/sanitize-value.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { blockType } from './block-types.service.js';
import { type BlockAttribute, type BlockTypeData, CORE_BLOCK_TYPES } from '../../rendering/blocks/block-type.js';

const JSON_TYPES: ReadonlySet<string> = new Set<JsonType>([
  'string',
  'integer',
  'number',
  'boolean',
  'array',
  'object',
  'null',
]);

/** What the attributes of each block may hold. */
const SCHEMAS = new Map(CORE_BLOCK_TYPES.map((type) => [type.name, attributesSchema(type)]));

function schemaOf({ request, site }: RequestContext): ValueSchema | undefined {
  const name = toText(request.param('name'));
  const declared = site.model.blocks.find((block) => block.name === name);
  return declared ? attributesSchema(blockType(declared)) : SCHEMAS.get(name);
}

const checkAttributes: ArgValidator = (value, _name, ctx) => {
  const schema = schemaOf(ctx);
  return schema && validateValue(value, schema, '', FULL_SCHEMA);
};

const readAttributes: RequestSanitizer = (value, _name, { args }, ctx) => {
  const schema = schemaOf(ctx);
  return schema ? sanitizeValue(value, schema, args) : value;
};

export class RenderBlockDto {
  @Arg({ type: 'string', description: 'Name of the block with its namespace.' })
  name!: string;

  @Arg({ type: 'string', enum: ['edit'], default: 'view', early: true, description: 'Scope of the request.' })
  context!: string;

  @Arg({
    type: 'object',
    default: [],
    early: true,
    validate: checkAttributes,
    sanitizeFor: readAttributes,
    description: 'Values of the attributes.',
  })
  attributes!: Record<string, unknown>;

  @Arg({ type: 'integer', description: 'ID of the post that contains the block.' })
  post_id?: number;
}

/** The schema by which attributes that a client sends are checked. */
function attributesSchema({ attributes }: BlockTypeData): ValueSchema {
  const properties = Object.entries(attributes).map(([name, { type, ...rules }]): [string, ValueSchema] => [
    name,
    isJsonType(type) ? { type, ...rules } : rules,
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

/** `rich-text` and other types of blocks say nothing about a value that is sent. */
function isJsonType(type: BlockAttribute['type']): type is JsonType | readonly JsonType[] {
  return type !== undefined && [type].flat().every((name) => JSON_TYPES.has(name));
}
