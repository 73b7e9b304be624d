import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  createSourceEventStream,
  type ExecutionResult,
  getVariableValues,
  GraphQLError,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { runAs } from '../../../access/index.js';
import { type Config, CONFIG } from '../../../platform/config/index.js';
import { RestError, toRestError } from '../../../rest/errors/index.js';
import { type RequestContext } from '../../../rest/http/index.js';
import { HEARTBEAT } from '../../../rest/server/index.js';
import { recordOf } from '../../../text/index.js';
import { GraphSchemaService } from '../schema/graph-schema.service.js';
import { Budget } from '../model/budget.js';
import { CacheKeys } from '../model/cache-keys.js';
import { type CheckedDocument, DocumentsService } from './documents.service.js';
import { GraphContext } from '../context/graph-context.js';
import { GraphError } from '../model/graph-error.js';
import { GraphServices } from '../context/graph-services.js';
import { OperationPlan } from './operation-plan.js';
import { OperationRun } from './operation-run.js';
import { PlanCache, planKey } from './plan-cache.js';

/** One operation as a request states it. */
export interface GraphOperation {
  readonly query?: unknown;
  readonly queryId?: unknown;
  readonly variables?: unknown;
  readonly operationName?: unknown;
  readonly extensions?: unknown;
}

export interface OperationResult {
  readonly result: ExecutionResult;
  /** Value of `X-GraphQL-Keys`; absent if nothing was executed. */
  readonly keys?: string;
  /** Whether the document could not be read or is not valid. */
  readonly isRefused: boolean;
  /** Whether it could not even be parsed. */
  readonly isUnparsable?: boolean;
  readonly isMutation?: boolean;
}

interface PreparedOperation {
  readonly check: CheckedDocument;
  readonly definition: OperationDefinitionNode;
  readonly name: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Refused {
  readonly errors: readonly GraphQLError[];
  readonly isUnparsable?: boolean;
}

const MAX_DOCUMENT = 200_000;
const MAX_VARIABLE_ERRORS = 50;
/** Clients such as gatsby-source-wordpress look for these words in the response to a request without a document. */
const NO_DOCUMENT = 'GraphQL Request must include at least one of those two parameters: "query" or "queryId"';

/** `id`: what a client sends to go on after this event. */
const eventOf = ({ errors, data }: ExecutionResult, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: next\ndata: ${JSON.stringify({ ...(errors && { errors }), ...(data !== undefined && { data }) })}\n\n`;

const refusal = (errors: readonly GraphQLError[], isUnparsable = false): OperationResult => ({
  result: { errors },
  isRefused: true,
  isUnparsable,
});

/** Executes operations with the permissions of the requester. */
@Injectable()
export class ExecutorService {
  private readonly logger = new Logger('GraphQL');
  private readonly plans = new PlanCache();

  constructor(
    private readonly documents: DocumentsService,
    private readonly schemas: GraphSchemaService,
    private readonly services: GraphServices,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `operations`: how many the request has, which share the bytes of a response. */
  run(
    request: RequestContext,
    operation: GraphOperation,
    { isGet, operations }: { isGet: boolean; operations: number },
  ): Promise<OperationResult> {
    const { maxBytes, maxSeconds } = this.config.graphql;
    const limits = { maxBytes: Math.ceil(maxBytes / operations), maxSeconds };
    return runAs(request.principal, () => this.execute(request, operation, isGet, new Budget(limits)));
  }

  /**
   * The results as server-sent events: those of a subscription until it ends, that of another operation at once. What is loaded for
   * one event is not used for the next.
   */
  async *events(
    request: RequestContext,
    operation: GraphOperation,
    { isGet, closed }: { isGet: boolean; closed: AbortSignal },
  ): AsyncGenerator<string, void, undefined> {
    const prepared = await this.prepare(request, operation, isGet);
    if ('errors' in prepared) yield eventOf(refusal(prepared.errors).result);
    else if (prepared.definition.operation !== OperationTypeNode.SUBSCRIPTION)
      yield eventOf((await this.execute(request, operation, isGet)).result);
    else {
      const { schema, content } = await this.schemas.get();
      const { document } = prepared.check;
      const { graphql } = this.config;
      const newContext = () =>
        new GraphContext(request, this.services, content, new CacheKeys(), new Budget(graphql), closed);
      const { variables: variableValues, name: operationName } = prepared;
      const args = { schema, document, variableValues, operationName, contextValue: newContext() };
      const plan = await this.plan(prepared);
      const source = 'errors' in plan ? plan : await createSourceEventStream(args);
      if ('errors' in plan || !(Symbol.asyncIterator in source))
        yield eventOf(this.withReported(source as ExecutionResult));
      else
        try {
          for await (const event of source) {
            if (event === undefined) yield HEARTBEAT;
            else {
              const ctx = newContext();
              const result = await new OperationRun(plan, ctx, event).result();
              yield eventOf(this.withReported(result, ctx), (event as { readonly cursor?: string }).cursor);
            }
          }
        } catch (error) {
          const originalError = error instanceof Error ? error : new Error(String(error));
          yield eventOf({ errors: [this.reported(new GraphQLError(originalError.message, { originalError }))] });
        }
    }
    yield 'event: complete\ndata:\n\n';
  }

  private async execute(
    request: RequestContext,
    operation: GraphOperation,
    isGet: boolean,
    budget = new Budget(this.config.graphql),
  ): Promise<OperationResult> {
    const prepared = await this.prepare(request, operation, isGet);
    if ('errors' in prepared) return refusal(prepared.errors, prepared.isUnparsable);
    const { check, definition } = prepared;
    if (definition.operation === OperationTypeNode.SUBSCRIPTION)
      return refusal([
        new GraphError('Subscriptions are sent as server-sent events: ask for them with Accept: text/event-stream.'),
      ]);
    const isMutation = definition.operation === OperationTypeNode.MUTATION;
    const plan = await this.plan(prepared);
    if ('errors' in plan) return refusal(plan.errors);
    const { content } = await this.schemas.get();
    const keys = new CacheKeys(this.config.graphql.keys);
    const ctx = new GraphContext(request, this.services, content, keys, budget);
    const result = await new OperationRun(plan, ctx).result();
    this.plans.store(plan);
    const first = [
      check.hash,
      isMutation ? 'graphql:Mutation' : 'graphql:Query',
      ...(definition.name ? [`operation:${definition.name.value}`] : []),
    ];
    return {
      result: this.withReported(result, ctx),
      keys: keys.header(first),
      isRefused: result.data === undefined,
      isMutation,
    };
  }

  /** An operation is planned once for the same variables. */
  private async plan({ check, definition, variables }: PreparedOperation): Promise<OperationPlan | Refused> {
    const declared = definition.variableDefinitions ?? [];
    const key = planKey(check.id, definition.name?.value, declared.length > 0 ? variables : undefined);
    const cached = this.plans.get(key);
    if (cached) return cached;
    const { schema } = await this.schemas.get();
    const { errors, coerced } = getVariableValues(schema, declared, variables, { maxErrors: MAX_VARIABLE_ERRORS });
    return errors ? { errors } : new OperationPlan(schema, check.document, definition, coerced, key);
  }

  /** The operation that is asked for, or why it cannot be executed. */
  private async prepare(
    request: RequestContext,
    operation: GraphOperation,
    isGet: boolean,
  ): Promise<PreparedOperation | Refused> {
    const query = textOf(operation.query) || this.storedText(operation);
    if (query === '') return { errors: [missingQuery(operation)] };
    if (query.length > MAX_DOCUMENT)
      return {
        errors: [
          new GraphError(`The document has more than ${MAX_DOCUMENT} characters. Split it.`, 'DOCUMENT_TOO_LARGE'),
        ],
        isUnparsable: true,
      };
    const variables = variablesOf(operation.variables);
    if (!variables) return { errors: [new GraphError('The variables must be a JSON object.')] };
    const name =
      typeof operation.operationName === 'string' && operation.operationName !== ''
        ? operation.operationName
        : undefined;
    const check = await this.documents.check(query, { mayIntrospect: request.principal.can('manage_options') });
    if ('errors' in check) return check;
    const definition = this.documents.operation(check, name, variables);
    if ('errors' in definition) return definition;
    if (isGet && definition.operation === OperationTypeNode.MUTATION)
      return { errors: [new GraphError('Only queries can be sent with GET.')] };
    return { check, definition, name, variables };
  }

  private withReported(result: ExecutionResult, ctx?: GraphContext): ExecutionResult {
    const exceeded = ctx?.budget.exceeded;
    if (exceeded) return { errors: [exceeded], data: null };
    return { ...result, ...(result.errors && { errors: result.errors.map((error) => this.reported(error)) }) };
  }

  /** Clients may send the hash of a document in its place, once it was executed. */
  private storedText({ queryId, extensions }: GraphOperation): string {
    const persisted = recordOf(recordOf(extensions).persistedQuery).sha256Hash;
    const hash = queryId ?? persisted;
    return typeof hash === 'string' ? (this.documents.textOf(hash) ?? '') : '';
  }

  /** Only mistakes of the client are reported to it, as by the REST API; everything else is logged. */
  private reported(error: GraphQLError): GraphQLError {
    const cause = error.originalError;
    if (!cause || cause instanceof GraphQLError) return error;
    const { nodes, path } = error;
    const { status, message, code } = toRestError(cause, undefined, this.logger);
    if (status < 500) return new GraphQLError(message, { nodes, path, extensions: { code } });
    if (cause instanceof RestError) this.logger.error(cause);
    return new GraphQLError('Internal server error', { nodes, path, extensions: { code: 'INTERNAL' } });
  }
}

function missingQuery({ queryId, extensions }: GraphOperation): GraphError {
  const isPersisted =
    queryId !== undefined || (typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions);
  return isPersisted
    ? new GraphError('There is no stored document with this ID.', 'PERSISTED_QUERY_NOT_FOUND')
    : new GraphError(NO_DOCUMENT);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** An object, or its text; a list or nothing stand for no variables. */
function variablesOf(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null || value === '' || Array.isArray(value)) return {};
  if (typeof value === 'object') return value as Record<string, unknown>;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return variablesOf(typeof parsed === 'string' ? undefined : parsed);
  } catch {
    return undefined;
  }
}
