import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import { joinTransaction } from '../database/joined-transaction.js';
import { StartError } from '../platform/start/start-error.js';
import { ContentModel } from '../content-model/content-model.js';
import { optionsProblem } from '../text/value-shape.js';
import { HOOK_OPTIONS, type HookDeclaration, hooksOf } from './before-write.decorator.js';
import { type ChangeKind, type Changes } from './changes.js';
import { DiscoveredMethodsService } from './discovered-methods.service.js';

/** How many hooks may be under way inside each other. */
const MAX_DEPTH = 5;

interface Hook {
  readonly name: string;
  readonly types: ReadonlySet<string> | undefined;
  readonly call: (change: unknown) => unknown;
}

/** Hooks whose writes start each other again and again. The message names them. */
export class HookRecursionError extends Error {
  constructor(chain: readonly string[]) {
    super(
      `Hooks write inside each other more than ${MAX_DEPTH} times: ${chain.join(' → ')}. ` +
        'Let one of them return early, for example if change.cause contains its own name.',
    );
  }
}

/** A change without what the hooks themselves determine. */
type NewChange<K extends ChangeKind> = Omit<Changes[K], 'tx' | 'cause'>;

/** Runs the methods that `@BeforeWrite` decorates. */
@Injectable()
export class WriteHooks implements OnModuleInit {
  private readonly hooks: Record<ChangeKind, Hook[]> = {
    entry: [],
    term: [],
    comment: [],
    user: [],
    settings: [],
    submission: [],
  };
  /** Names of the hooks under way. */
  private readonly chain = new AsyncLocalStorage<readonly string[]>();

  constructor(
    private readonly database: Database,
    private readonly model: ContentModel,
    private readonly discovered: DiscoveredMethodsService,
  ) {}

  onModuleInit(): void {
    const found = this.discovered.find(hooksOf);
    const sorted = found.sort((a, b) => (a.declaration.order ?? 0) - (b.declaration.order ?? 0));
    for (const { name, declaration, call } of sorted) {
      this.check(name, declaration);
      const types = declaration.types && new Set(declaration.types);
      this.hooks[declaration.kind as ChangeKind].push({ name, types, call });
    }
  }

  /** Whether a write has hooks; `type` is the content type or taxonomy. */
  has(kind: ChangeKind, type = ''): boolean {
    const hooks = this.hooks[kind];
    return hooks.length > 0 && hooks.some(({ types }) => !types || types.has(type));
  }

  /** Calls the hooks of a change in their order. They join the transaction. */
  async run<K extends ChangeKind>(kind: K, type: string, tx: Transaction, change: NewChange<K>): Promise<void> {
    const cause = this.cause;
    const given = Object.assign(change, { tx, cause });
    for (const { name, types, call } of this.hooks[kind]) {
      if (types && !types.has(type)) continue;
      const chain = [...cause, name];
      if (chain.length > MAX_DEPTH) throw new HookRecursionError(chain);
      await this.chain.run(chain, () => joinTransaction(this.database, tx, async () => call(given)));
    }
  }

  /**
   * The values of a write after its hooks. `names` are the values that hooks see and may set, all by default; those that the
   * write does not set have their value in `before`.
   */
  async decide<K extends Exclude<ChangeKind, 'entry'>, V extends object>(
    kind: K,
    tx: Transaction,
    about: Omit<Changes[K], 'tx' | 'cause' | 'next' | 'set'>,
    values: V,
    names?: readonly string[],
  ): Promise<V> {
    const { action, taxonomy: type = '', before } = about as { action: string; taxonomy?: string; before?: object };
    if (!this.has(kind, type)) return values;
    const only = (source: object = {}) =>
      names ? Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name))) : source;
    let decided = values;
    const change = {
      ...about,
      get next() {
        return { ...only(before), ...only(definedValues(decided)) };
      },
      set(changed: object) {
        if (action === 'trash' || action === 'delete')
          throw new TypeError(`A ${kind} that is deleted cannot be changed.`);
        const unknown = names && Object.keys(changed).find((name) => !names.includes(name));
        if (unknown !== undefined) throw new TypeError(`A ${kind} has no value "${unknown}" that a hook can set.`);
        decided = { ...decided, ...changed };
      },
    };
    await this.run(kind, type, tx, change as unknown as NewChange<K>);
    return decided;
  }

  /** Names of the hooks whose work this is. */
  get cause(): readonly string[] {
    return this.chain.getStore() ?? [];
  }

  private check(name: string, { kind, ...options }: HookDeclaration): void {
    const fail = (problem: string) => new StartError(`${name}: @BeforeWrite ${problem}.`);
    const { types, order } = options;
    const problem = optionsProblem(options, HOOK_OPTIONS);
    if (problem !== undefined) throw new StartError(`${name}: an option of @BeforeWrite is wrong: ${problem}`);
    if (!Object.hasOwn(this.hooks, kind))
      throw fail(`has no kind "${kind}". Kinds: ${Object.keys(this.hooks).join(', ')}`);
    if (order !== undefined && !Number.isFinite(order)) throw fail('needs a number as order');
    checkTypes(this.model, kind, types, fail);
  }
}

/** Names of types that do not exist stop the start: the decorated method would never be called. */
export function checkTypes(
  { types, taxonomies }: ContentModel,
  kind: string,
  names: readonly string[] | undefined,
  fail: (problem: string) => StartError,
): void {
  if (names === undefined) return;
  if (kind !== 'entry' && kind !== 'term') throw fail(`of kind "${kind}" has no types`);
  const [registered, what] = kind === 'entry' ? [types, 'content type'] : [taxonomies, 'taxonomy'];
  if (!Array.isArray(names) || names.length === 0) throw fail('needs a list of names as types, or none');
  const unknown = (names as readonly string[]).find((name) => !registered.has(name));
  if (unknown !== undefined)
    throw fail(
      `names the ${what} "${unknown}", which does not exist. It may name ${[...registered.keys()].join(', ')}`,
    );
}

function definedValues(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Whether an error is the refusal of a hook, in the shape of the REST API. */
export function isRefusal(error: unknown): error is Error & { status: number } {
  return error instanceof Error && 'status' in error && Number(error.status) < 500;
}
