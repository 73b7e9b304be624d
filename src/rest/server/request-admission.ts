import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { addressGroup } from '../../access/authentication/address-group.js';
import { FairQueue } from '../../text/fair-queue.js';
import { overloaded } from '../errors/catalogue.js';
import { type AdmittedRequest, type RequestSlot } from '../http/request-slot.js';
import { type AdmissionCounts } from '../observe/request-stats.registry.js';

export interface AdmissionLimits {
  /** Requests that are processed at a time, at most. */
  readonly requestLimit: number;
  /** Seconds that a request waits for its turn. */
  readonly requestWait: number;
}

/** Requests that wait in one process, a few KB each. */
const MAX_WAITING = 1000;

/** Time for starting requests between two turns of the event loop, in which cache hits and probes are answered. */
const TURN_MS = 10;

/**
 * How many requests are processed at a time while others wait: as many as leave the turns of the event loop short. More would not be
 * faster, since the processor is busy, and what comes in between would wait for all of them.
 */
const FIRST_LIMIT = 8;
const MIN_LIMIT = 4;
const SHORT_TURN_MS = 20;
const LONG_TURN_MS = 50;

/** Node accepts one connection in each turn, so many of them would wait for as many requests. Further turns accept them first. */
const MAX_ACCEPTING_TURNS = 100;

const EXPIRY_CHECK_MS = 250;

/** Requests that wait for a database leave the event loop idle: without a free slot, this is how often the limit may grow. */
const IDLE_CHECK_MS = 20;

/** The log has at most one line in this time. */
const LOG_EVERY_MS = 10_000;

/** Work goes on after its client has left. This is how long it counts if it does not try to respond. */
const ABANDONED_MS = 10_000;

const PROBES = /^\/(?:healthz|readyz)(?:\?|$)/;
const LOGIN_COOKIE = /\bwordpress_(?:logged_in|sec)_/;

class AdmittedSlot implements RequestSlot {
  private isHeld = true;

  constructor(
    private readonly admission: RequestAdmission,
    readonly request: AdmittedRequest,
  ) {}

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.admission.ended();
  }

  async pause<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isHeld) return work();
    this.release();
    const result = await work();
    await this.admission.resume(this);
    return result;
  }

  hold(): void {
    this.isHeld = true;
  }
}

interface Waiting {
  readonly request: AdmittedRequest;
  readonly since: number;
  start(): void;
  refuse(): void;
}

/**
 * Bounds the requests in progress. Further ones wait, with and without credentials in turn, and in each of the two groups the clients in
 * turn. A request that has waited for too long gets a 503 instead, and so does the newest one of the client with most of them when
 * too many wait. Requests are started in short turns, so that the event loop answers cache hits and probes in between.
 */
export class RequestAdmission {
  readonly counts: AdmissionCounts = { running: 0, waiting: 0, refused: 0, abandoned: 0 };
  private readonly anonymous = new FairQueue<Waiting>();
  private readonly authenticated = new FairQueue<Waiting>();
  private limit: number;
  private prefersAuthenticated = true;
  /** When the present turn began; undefined if nothing was started in it. */
  private turnBegan?: number;
  private hasConnected = false;
  private acceptingTurns = 0;
  private idleTimer?: NodeJS.Timeout;
  private expiryTimer?: NodeJS.Timeout;
  private readonly logger = new Logger('Admission');
  private logged = { at: -Infinity, refused: 0 };

  constructor(
    private readonly run: RequestListener,
    private readonly limits: AdmissionLimits,
    /** Sends a 503. */
    private readonly refuse: (request: IncomingMessage, response: ServerResponse) => void,
    /** Names of headers with credentials, besides Authorization. */
    private readonly credentials: () => readonly string[],
    private readonly maxWaiting = MAX_WAITING,
  ) {
    this.limit = Math.min(FIRST_LIMIT, limits.requestLimit);
  }

  /** Processes a request now or later, or refuses it. */
  admit(request: AdmittedRequest, response: ServerResponse): void {
    if (PROBES.test(request.url ?? '')) {
      this.run(request as never, response as never);
      return;
    }
    const start = (): void => {
      const slot = new AdmittedSlot(this, request);
      request.slot = slot;
      response.once('close', () => {
        if (!response.headersSent) setTimeout(() => slot.release(), ABANDONED_MS).unref();
      });
      this.run(request as never, response as never);
    };
    this.enter({ request, since: 0, start, refuse: () => this.refuse(request, response) }, response);
  }

  /** A request goes on that had released its slot; it waits for its turn again. */
  resume(slot: AdmittedSlot): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        slot.hold();
        resolve();
      };
      this.enter({ request: slot.request, since: 0, start, refuse: () => reject(overloaded()) });
    });
  }

  /** A client has connected. */
  connected(): void {
    this.hasConnected = true;
  }

  ended(): void {
    this.counts.running--;
    if (this.counts.waiting > 0) this.endTurnLater();
  }

  private enter(item: Waiting, response?: ServerResponse): void {
    if (this.counts.waiting === 0 && this.mayStart()) this.start(item);
    else this.enqueue({ ...item, since: performance.now() }, response);
  }

  private mayStart(): boolean {
    if (this.counts.running >= this.limit) return false;
    return this.turnBegan === undefined || performance.now() - this.turnBegan < TURN_MS;
  }

  private start(item: Waiting): void {
    this.counts.running++;
    this.endTurnLater();
    item.start();
  }

  /** Immediates run after all events that have arrived, and before the next ones. */
  private endTurnLater(): void {
    if (this.turnBegan !== undefined) return;
    this.turnBegan = performance.now();
    setImmediate(this.endTurn);
  }

  private readonly endTurn = (): void => {
    if (this.acceptingTurns === 0) this.adapt(performance.now() - this.turnBegan!);
    if (this.hasConnected && this.acceptingTurns < MAX_ACCEPTING_TURNS) {
      this.hasConnected = false;
      this.acceptingTurns++;
      setImmediate(this.endTurn);
      return;
    }
    this.acceptingTurns = 0;
    this.turnBegan = undefined;
    this.startNext();
  };

  private checkIdleLater(): void {
    if (this.idleTimer !== undefined) return;
    const due = performance.now() + IDLE_CHECK_MS;
    this.idleTimer = setTimeout(() => {
      this.idleTimer = undefined;
      this.adapt(performance.now() - due);
      this.startNext();
    }, IDLE_CHECK_MS).unref();
  }

  private adapt(turnMs: number): void {
    if (turnMs > LONG_TURN_MS) this.limit = Math.max(Math.min(MIN_LIMIT, this.limits.requestLimit), this.limit - 1);
    else if (turnMs < SHORT_TURN_MS && this.counts.running >= this.limit)
      this.limit = Math.min(this.limits.requestLimit, this.limit + 1);
  }

  private readonly startNext = (): void => {
    if (this.counts.waiting === 0) return;
    if (!this.mayStart()) {
      // Without a free slot, the end of a request begins the next turn, or the limit grows.
      if (this.counts.running < this.limit) this.endTurnLater();
      else this.checkIdleLater();
      return;
    }
    const next = this.shift()!;
    this.start(next);
    // A request that waits for nothing, as with the embedded database, is processed in microtasks. What it takes is known after all of them.
    queueMicrotask(() => process.nextTick(this.startNext));
  };

  private shift(): Waiting | undefined {
    const { anonymous, authenticated, prefersAuthenticated } = this;
    this.prefersAuthenticated = !prefersAuthenticated;
    const [first, second] = prefersAuthenticated ? [authenticated, anonymous] : [anonymous, authenticated];
    const next = first.shift() ?? second.shift();
    this.count();
    return next;
  }

  private enqueue(item: Waiting, response?: ServerResponse): void {
    const queue = this.hasCredentials(item.request) ? this.authenticated : this.anonymous;
    const client = addressGroup(item.request.ip ?? '');
    queue.push(client, item);
    // The work of a request that goes on has begun: it is not abandoned.
    response?.once('close', () => {
      if (!queue.delete(client, item)) return;
      this.counts.abandoned++;
      this.count();
    });
    this.count();
    if (this.counts.waiting > this.maxWaiting) this.refuseItem(this.largerQueue(queue).dropNewest(client)!);
    this.endTurnLater();
    this.expiryTimer ??= setInterval(() => this.refuseExpired(), EXPIRY_CHECK_MS).unref();
  }

  private largerQueue(newcomer: FairQueue<Waiting>): FairQueue<Waiting> {
    const other = newcomer === this.anonymous ? this.authenticated : this.anonymous;
    return other.size > newcomer.size ? other : newcomer;
  }

  private refuseExpired(): void {
    const since = performance.now() - this.limits.requestWait * 1000;
    for (const queue of [this.anonymous, this.authenticated])
      for (const item of queue.dropOldest((waiting) => waiting.since < since)) this.refuseItem(item);
    if (this.counts.waiting > 0) return;
    clearInterval(this.expiryTimer);
    this.expiryTimer = undefined;
  }

  private refuseItem(item: Waiting): void {
    this.counts.refused++;
    this.count();
    this.log();
    item.refuse();
  }

  private log(): void {
    const now = performance.now();
    const { refused, running, waiting } = this.counts;
    if (now - this.logged.at < LOG_EVERY_MS) return;
    this.logger.warn({
      msg: 'overloaded: requests were answered with 503',
      refused: refused - this.logged.refused,
      running,
      waiting,
    });
    this.logged = { at: now, refused };
  }

  private count(): void {
    this.counts.waiting = this.anonymous.size + this.authenticated.size;
  }

  /** They may be wrong: this only decides about the order. */
  private hasCredentials({ headers }: IncomingMessage): boolean {
    if (headers.authorization !== undefined || LOGIN_COOKIE.test(headers.cookie ?? '')) return true;
    return this.credentials().some((name) => headers[name.toLowerCase()] !== undefined);
  }
}
