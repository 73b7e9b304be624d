import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  isObjectType,
  isAbstractType,
  locatedError,
  OperationTypeNode,
} from 'graphql';
import { type GraphContext } from '../context/graph-context.js';
import { isLater, Later, whenSettled } from '../model/later.js';
import { turns } from './turns.js';
import { type FieldPlan, type OperationPlan, type Shape } from './operation-plan.js';

type Key = string | number;

/** An object or a list of the response. */
class Part {
  /** Whether it was replaced by null: nothing in it is resolved any more. */
  isNulled = false;

  constructor(
    readonly value: Record<Key, unknown>,
    readonly parent?: Part,
    readonly key: Key = '',
    readonly isNullable = true,
  ) {}
}

/**
 * Executes an operation as the specification says, into the response: a value that follows is written into its place when it is
 * there, so neither fields nor objects nor lists need promises of their own.
 */
export class OperationRun {
  private readonly errors: GraphQLError[] = [];
  private readonly data: Part;
  private pending = 0;
  private idle?: Later<void>;
  /** Work for the next turn of the event loop. */
  private waiting: (() => unknown)[] = [];

  constructor(
    private readonly plan: OperationPlan,
    private readonly ctx: GraphContext,
    private readonly root?: unknown,
  ) {
    this.data = new Part(newObject());
  }

  async result(): Promise<ExecutionResult> {
    const turn = turns.begin();
    if (turn) await turn;
    const { schema, operation } = this.plan;
    const type = schema.getRootType(operation.operation)!;
    const fields = this.plan.root(type);
    if (operation.operation !== OperationTypeNode.MUTATION) {
      this.resolveAll(this.data, fields, this.root);
      await this.settled();
    } else
      for (const field of fields) {
        if (this.data.isNulled) break;
        this.resolve(this.data, field, this.root);
        await this.settled();
      }
    const data = this.data.isNulled ? null : this.data.value;
    return this.errors.length > 0 ? { errors: this.errors, data } : { data };
  }

  private settled(): Later<void> | undefined {
    return this.pending > 0 ? (this.idle = new Later()) : undefined;
  }

  private resolveAll(part: Part, fields: readonly FieldPlan[], source: unknown): void {
    for (const field of fields) {
      this.resolve(part, field, source);
      if (part.isNulled) return;
    }
  }

  private resolve(part: Part, field: FieldPlan, source: unknown): void {
    const { name, shape } = field;
    part.value[name] = null;
    // The result is that the budget is exceeded.
    if (this.ctx.budget.exceeded) return;
    try {
      if (field.error) throw field.error as Error;
      const value = field.resolve
        ? (field.resolve(source, field.args, this.ctx, field.info) as unknown)
        : memberOf(source, field, this.ctx);
      if (isLater(value)) this.follow(value, part, name, field, shape);
      else this.complete(value, part, name, field, shape);
    } catch (error) {
      this.fail(error, part, name, field, shape);
    }
  }

  private follow(value: PromiseLike<unknown>, part: Part, key: Key, field: FieldPlan, shape: Shape): void {
    this.pending++;
    whenSettled(
      value,
      (found) => {
        if (!isReplaced(part))
          try {
            this.complete(found, part, key, field, shape);
          } catch (error) {
            this.fail(error, part, key, field, shape);
          }
        this.finishOne();
      },
      (error) => {
        this.fail(error, part, key, field, shape);
        this.finishOne();
      },
    );
  }

  private finishOne(): void {
    if (--this.pending === 0) this.idle?.resolve();
  }

  private complete(value: unknown, part: Part, key: Key, field: FieldPlan, shape: Shape): void {
    if (value instanceof Error) throw value;
    if (value === null || value === undefined) {
      if (!shape.isNullable) throw nullError(field);
      part.value[key] = null;
      this.ctx.budget.takes(key, null);
      return;
    }
    switch (shape.kind) {
      case 'text':
      case 'leaf':
        this.completeLeaf(value, part, key, field, shape);
        break;
      case 'list':
        this.completeList(value, part, key, field, shape);
        break;
      default: {
        if (!this.ctx.budget.takes(key, undefined)) return;
        const type = shape.kind === 'object' ? (shape.type as GraphQLObjectType) : this.typeOf(value, field, shape);
        const object = newObject();
        part.value[key] = object;
        this.resolveAll(new Part(object, part, key, shape.isNullable), this.plan.children(field, type), value);
      }
    }
  }

  private completeLeaf(value: unknown, part: Part, key: Key, field: FieldPlan, shape: Shape): void {
    if (!this.ctx.budget.takes(key, value)) return;
    if (shape.kind === 'text' && typeof value === 'string') {
      part.value[key] = value;
      return;
    }
    const type = shape.type as GraphQLLeafType;
    const serialized: unknown = type.serialize(value);
    if (serialized === null || serialized === undefined)
      throw new Error(`${field.info.parentType.name}.${field.info.fieldName}: ${type.name} cannot show its value.`);
    part.value[key] = serialized;
  }

  private completeList(value: unknown, part: Part, key: Key, field: FieldPlan, { item, isNullable }: Shape): void {
    if (typeof value !== 'object' || !(Symbol.iterator in value!))
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${field.info.parentType.name}.${field.info.fieldName}".`,
      );
    const list: unknown[] = [];
    part.value[key] = list;
    const items = new Part(list as unknown as Record<Key, unknown>, part, key, isNullable);
    this.completeItems([...(value as Iterable<unknown>)], 0, items, field, item!);
  }

  /** Long lists are completed in turns, between which other requests are served. */
  private completeItems(values: readonly unknown[], from: number, items: Part, field: FieldPlan, item: Shape): void {
    const { budget } = this.ctx;
    for (let at = from; at < values.length; at++) {
      if (budget.isTurnOver) {
        this.inNextTurn(() => isReplaced(items) || this.completeItems(values, at, items, field, item));
        return;
      }
      const found = values[at];
      items.value[at] = null;
      try {
        if (isLater(found)) this.follow(found, items, at, field, item);
        else this.complete(found, items, at, field, item);
      } catch (error) {
        this.fail(error, items, at, field, item);
      }
      if (items.isNulled || budget.exceeded) return;
    }
  }

  private inNextTurn(work: () => unknown): void {
    this.pending++;
    if (this.waiting.length === 0) turns.add(() => this.nextTurn());
    this.waiting.push(work);
  }

  private nextTurn(): void {
    const all = this.waiting;
    this.waiting = [];
    this.ctx.budget.beginTurn();
    for (const work of all) {
      work();
      this.finishOne();
    }
  }

  private typeOf(value: unknown, { info }: FieldPlan, { type: abstract }: Shape): GraphQLObjectType {
    const name = (value as { readonly __typename?: unknown }).__typename;
    const type = typeof name === 'string' ? this.plan.schema.getType(name) : undefined;
    if (isObjectType(type) && isAbstractType(abstract) && this.plan.schema.isSubType(abstract, type)) return type;
    throw new Error(`${info.parentType.name}.${info.fieldName}: ${String(name)} is not a type of ${String(abstract)}.`);
  }

  /** The nearest place that may be null becomes null, with one error. */
  private fail(error: unknown, part: Part, key: Key, field: FieldPlan, { isNullable }: Shape): void {
    if (isReplaced(part)) return;
    const located = locatedError(error, field.nodes, pathOf(part, key));
    let place: Part | undefined = part;
    let at = key;
    for (let mayBeNull = isNullable; place && !mayBeNull; place = place.parent) {
      place.isNulled = true;
      mayBeNull = place.isNullable;
      at = place.key;
    }
    if (place) place.value[at] = null;
    this.errors.push(located);
  }
}

/**
 * Objects without inherited members, as any name may be asked for. Made by a constructor: `Object.create(null)` makes dictionaries,
 * which take twice as long to fill and to serialize.
 */
const Members = function () {
  // The members follow.
} as unknown as new () => Record<Key, unknown>;
Members.prototype = Object.create(null) as object;

const newObject = () => new Members();

const nullError = ({ info }: FieldPlan) =>
  new Error(`Cannot return null for non-nullable field ${info.parentType.name}.${info.fieldName}.`);

/** A property of the source, or what its method returns. */
function memberOf(source: unknown, { args, info }: FieldPlan, ctx: GraphContext): unknown {
  if ((typeof source !== 'object' || source === null) && typeof source !== 'function') return undefined;
  const value = (source as Record<string, unknown>)[info.fieldName];
  return typeof value === 'function' ? (value.call(source, args, ctx, info) as unknown) : value;
}

function isReplaced(part: Part): boolean {
  for (let at: Part | undefined = part; at; at = at.parent) if (at.isNulled) return true;
  return false;
}

function pathOf(part: Part, key: Key): Key[] {
  const path = [key];
  for (let at = part; at.parent; at = at.parent) path.unshift(at.key);
  return path;
}
