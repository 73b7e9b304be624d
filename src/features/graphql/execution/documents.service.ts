import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  print,
  validate,
  type ValidationRule,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Config, CONFIG } from '../../../platform/config/index.js';
import { GraphSchemaService } from '../schema/graph-schema.service.js';
import { assertWithinDocumentLimits, BoundedOverlaps, limitErrors, tooLarge } from './document-limits.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A document that may be executed. */
export interface CheckedDocument {
  readonly document: DocumentNode;
  readonly hash: string;
  /** Number of the text in this process. */
  readonly id: number;
}

export type DocumentCheck =
  | CheckedDocument
  | { readonly errors: readonly GraphQLError[]; readonly isUnparsable?: boolean };

/** As WPGraphQL prints documents: with spaces inside of the braces of values. */
const printed = (document: DocumentNode) =>
  print(
    visit(document, {
      [Kind.OBJECT]: {
        leave: ({ fields }) => {
          const members = fields.map(({ name, value }) => `${name.value}: ${print(value)}`);
          // Enums are printed as they are.
          return { kind: Kind.ENUM, value: `{ ${members.join(', ')} }` };
        },
      },
    }) as DocumentNode,
  );

const MAX_CACHED_BYTES = 8 * 1024 * 1024;
const MAX_STORED_BYTES = 4 * 1024 * 1024;
/** Parsed documents, and their plans, are several times larger than their text. */
export const BYTES_PER_CHARACTER = 20;
const MAX_TOKENS = 20_000;

/** Refuses the fields that describe the schema. */
const NoIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (node.name.value === '__schema' || node.name.value === '__type')
      context.reportError(
        new GraphQLError(
          'The schema is not public: sign in as a user who manages the site, or set GRAPHQL_INTROSPECTION.',
          {
            nodes: node,
          },
        ),
      );
  },
});

/** Parsing and validating call themselves for each level: a document whose levels exceed the stack is one that cannot be read. */
function unreadable(error: unknown): DocumentCheck {
  const found = error instanceof RangeError ? tooLarge('The document is nested too deeply.') : error;
  if (!(found instanceof GraphQLError)) throw found;
  return { errors: [found], isUnparsable: true };
}

const RULES = specifiedRules.map((rule) => (rule === OverlappingFieldsCanBeMergedRule ? BoundedOverlaps : rule));

/** Parses and validates documents, each text once. */
@Injectable()
export class DocumentsService {
  private readonly cache = new LRUCache<string, DocumentCheck & object>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (_check, text) => text.length * BYTES_PER_CHARACTER + 500,
  });
  /** Documents that were executed, by the hashes of their text. */
  private readonly stored = new LRUCache<string, string>({
    maxSize: MAX_STORED_BYTES,
    sizeCalculation: (text) => text.length * 2 + 200,
  });

  private checked = 0;

  constructor(
    private readonly schemas: GraphSchemaService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The text of a document that was executed before, by its hash. */
  textOf(hash: string): string | undefined {
    return this.stored.get(hash.toLowerCase());
  }

  async check(query: string, { mayIntrospect }: { mayIntrospect: boolean }): Promise<DocumentCheck> {
    const isOpen = this.config.graphql.introspection || mayIntrospect;
    const key = `${isOpen ? 'open' : 'closed'} ${query}`;
    let check = this.cache.get(key);
    if (!check) this.cache.set(key, (check = await this.checkNew(query, isOpen).catch(unreadable)));
    return check;
  }

  private async checkNew(query: string, isOpen: boolean): Promise<DocumentCheck> {
    const { schema } = await this.schemas.get();
    const document = parse(query, { maxTokens: MAX_TOKENS });
    assertWithinDocumentLimits(document, this.config.graphql);
    // An unclear operation is reported first, as it is the first thing that a client has to correct.
    const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
    if (
      operations > 1 &&
      document.definitions.some((definition) => definition.kind === Kind.OPERATION_DEFINITION && !definition.name)
    )
      return { errors: [new GraphQLError('The document has no single operation of this name.')] };
    const rules = isOpen ? RULES : [...RULES, NoIntrospection];
    const errors = validate(schema, document, rules, { maxErrors: 100 });
    if (errors.length > 0) return { errors };
    const hash = sha256(`${printed(document)}\n`);
    for (const id of [hash, sha256(query)]) this.stored.set(id, query);
    return { document, hash, id: this.checked++ };
  }

  /** The operation of the document with this name, within the limits that depend on the variables. */
  operation(
    { document }: CheckedDocument,
    name: string | undefined,
    variables: Readonly<Record<string, unknown>>,
  ): OperationDefinitionNode | { readonly errors: readonly GraphQLError[] } {
    const operation = getOperationAST(document, name);
    if (!operation) return { errors: [new GraphQLError('The document has no single operation of this name.')] };
    const errors = limitErrors(document, operation, variables, this.config.graphql);
    return errors.length > 0 ? { errors } : operation;
  }
}
