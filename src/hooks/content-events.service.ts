import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AccessEvents } from '../access/access-events.service.js';
import { type Principal } from '../access/principal.js';
import { type Transaction } from '../database/database.js';
import { JobsService } from '../platform/jobs/jobs.service.js';
import { optionsProblem } from '../text/value-shape.js';
import { StartError } from '../platform/start/start-error.js';
import { ContentModel } from '../content-model/content-model.js';
import { DiscoveredMethodsService } from './discovered-methods.service.js';
import { CONTENT_EVENTS, type ContentEvent, type ContentEventName, type FactsOf } from './events.js';
import { LISTENER_OPTIONS, type ListenerDeclaration, listenersOf } from './on-content.decorator.js';
import { checkTypes, WriteHooks } from './write-hooks.service.js';

const MAX_KIND_LENGTH = 100;

/** Who caused an event. */
export type EventPrincipal = Pick<Principal, 'id' | 'login' | 'address' | 'agent' | 'applicationPassword'>;

/** Stores events in the transaction that causes them, to deliver them later. */
export interface EventOutbox {
  /** Checked before anything is written; must be quick. */
  wants(event: ContentEventName, principal?: EventPrincipal): boolean;
  store(tx: Transaction, event: ContentEvent, principal: EventPrincipal): Promise<void>;
}

interface Listener {
  readonly name: string;
  readonly events: ReadonlySet<string>;
  readonly types: ReadonlySet<string> | undefined;
  readonly call: (event: unknown) => unknown;
}

/** Tells the methods that `@OnContent` decorates what was written. */
@Injectable()
export class ContentEvents implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('ContentEvents');
  private readonly listeners: Listener[] = [];
  private readonly outboxes: EventOutbox[] = [];
  private readonly deliveries = new Set<Promise<void>>();

  constructor(
    private readonly hooks: WriteHooks,
    private readonly model: ContentModel,
    private readonly discovered: DiscoveredMethodsService,
    private readonly jobs: JobsService,
    private readonly access: AccessEvents,
  ) {}

  onModuleInit(): void {
    for (const { name, declaration, call } of this.discovered.find(listenersOf)) {
      this.check(name, declaration);
      const { events, types, durable, attempts } = declaration;
      const listener = { name, events: new Set(events), types: types && new Set(types), call };
      if (durable) this.addOutbox(this.jobOutbox(listener, attempts));
      else this.listeners.push(listener);
    }
    this.access.listen(async (tx, access) => {
      if (access.event !== 'user.signed-in') return;
      await this.emit(tx, access.event, access.by, { id: access.account, login: access.login ?? '' });
    });
  }

  /** In-process listeners may finish. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.deliveries);
  }

  /** Call it while the application starts. */
  addOutbox(outbox: EventOutbox): void {
    this.outboxes.push(outbox);
  }

  /** Whether anything listens to one of the events, which the principal causes. */
  hasListeners(events: readonly ContentEventName[], principal?: EventPrincipal): boolean {
    if (this.listeners.length + this.outboxes.length === 0) return false;
    return events.some(
      (event) =>
        this.listeners.some((listener) => listener.events.has(event)) ||
        this.outboxes.some((outbox) => outbox.wants(event, principal)),
    );
  }

  /** Records an event in the transaction that causes it; listeners are called when it is committed. */
  async emit<N extends ContentEventName>(
    tx: Transaction,
    event: N,
    principal: EventPrincipal,
    facts: FactsOf<N>,
    { isForeign = false } = {},
  ): Promise<void> {
    if (!this.hasListeners([event], principal)) return;
    const happening = {
      event,
      eventId: randomUUID(),
      at: new Date().toISOString(),
      actor: principal.id,
      cause: this.hooks.cause,
      ...(isForeign && { isForeign }),
      ...facts,
    } as unknown as ContentEvent;
    for (const outbox of this.outboxes)
      if (outbox.wants(event, principal)) await outbox.store(tx, happening, principal);
    for (const listener of this.listeners)
      if (hears(listener, happening)) tx.afterCommit(() => this.deliver(listener, happening));
  }

  /** The request does not wait for the listener. */
  private deliver({ name, call }: Listener, event: ContentEvent): void {
    const delivery = Promise.resolve()
      .then(() => call(event))
      .then(
        () => undefined,
        (error: unknown) =>
          this.logger.error(
            `${name} failed for the event ${event.eventId} (${event.event})`,
            error instanceof Error ? error.stack : String(error),
          ),
      )
      .finally(() => this.deliveries.delete(delivery));
    this.deliveries.add(delivery);
  }

  /** One kind of job for each listener, so that a failure of one does not repeat the others. */
  private jobOutbox(listener: Listener, maxAttempts: number | undefined): EventOutbox {
    const kind = `event.${listener.name}`;
    if (kind.length > MAX_KIND_LENGTH)
      throw new StartError(
        `${listener.name}: a durable listener needs a shorter name than ${MAX_KIND_LENGTH} characters.`,
      );
    this.jobs.register<ContentEvent>(kind, async (event) => void (await listener.call(event)));
    return {
      wants: (event) => listener.events.has(event),
      store: async (tx, event) => {
        if (hears(listener, event)) await this.jobs.add(tx, kind, event, { maxAttempts });
      },
    };
  }

  private check(name: string, { events, ...options }: ListenerDeclaration): void {
    const fail = (problem: string) => new StartError(`${name}: @OnContent ${problem}.`);
    const { types, attempts } = options;
    const problem = optionsProblem(options, LISTENER_OPTIONS);
    if (problem !== undefined) throw new StartError(`${name}: an option of @OnContent is wrong: ${problem}`);
    const unknown = events.find((event) => !CONTENT_EVENTS.includes(event));
    if (unknown !== undefined || events.length === 0)
      throw fail(`has no event "${unknown ?? ''}". Events: ${CONTENT_EVENTS.join(', ')}`);
    if (attempts !== undefined && !(Number.isInteger(attempts) && attempts > 0))
      throw fail('needs a whole number above 0 as attempts');
    for (const event of events) checkTypes(this.model, kindOf(event), types, fail);
  }
}

function kindOf(event: string): string {
  const [kind = ''] = event.split('.');
  return kind === 'media' ? 'entry' : kind;
}

function hears({ events, types }: Listener, event: ContentEvent): boolean {
  if (!events.has(event.event)) return false;
  const type = 'type' in event ? event.type : 'taxonomy' in event ? event.taxonomy : undefined;
  return !types || (type !== undefined && types.has(type));
}
