/** The part of OpenAPI 3.1 the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  maxProperties?: number;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  readOnly?: boolean;
  /** Contexts that include the property, if not all do. */
  'x-context'?: readonly string[];
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  style?: 'form';
  explode?: boolean;
}

export interface MediaType {
  schema?: Schema;
  encoding?: Record<string, { style: 'form'; explode: boolean }>;
}

export interface RequestBody {
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
  /** Schemas of an item in contexts other than `view`, by context. */
  'x-item-schemas'?: Readonly<Record<string, Reference>>;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: readonly string[];
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

export interface Components {
  schemas: Record<string, Schema>;
  parameters: Record<string, Parameter>;
  headers: Record<string, { description: string; schema: Schema }>;
  responses: Record<string, Response>;
  securitySchemes: Record<string, object>;
}

export interface Document {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string }[];
  security: readonly Record<string, readonly string[]>[];
  paths: Record<string, PathItem>;
  components: Components;
}
