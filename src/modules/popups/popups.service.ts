import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { addressGroup } from '../../access/authentication/address-group.js';
import { Database } from '../../database/database.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/counters.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { PopupsStore, POPUP_EVENTS, FoldedCountsStore } from './popups.store.js';

/** Limits for events of one visitor. */
const LIMIT = { most: 30, windowMs: 5 * 60 * 1000 };

const FOLD = 'popups.fold';
const FOLD_EVERY_MS = 60_000;

@Injectable()
export class PopupsService implements OnModuleInit {
  private readonly limiter?: RateLimit;

  constructor(
    private readonly popups: PopupsStore,
    private readonly folded: FoldedCountsStore,
    private readonly database: Database,
    private readonly jobs: JobsService,
    @Inject(CONFIG) { rateLimit }: Config,
    @Inject(COUNTERS) counters: Counters,
  ) {
    if (rateLimit) this.limiter = new RateLimit(counters, 'popup', LIMIT);
  }

  /** The returned function runs exactly once, with the job. */
  onModuleInit(): void {
    this.jobs.register<{ before: number }>(
      FOLD,
      async ({ before }) =>
        (tx) =>
          this.folded.fold(tx, before),
    );
  }

  /** Counts an event. Invalid events are ignored: the client does not read the response. */
  async count({ principal, request }: RequestContext, event: string, popup: number): Promise<void> {
    if (!POPUP_EVENTS.has(event) || !Number.isSafeInteger(popup) || !(await this.popups.exists(popup))) return;
    const visitor = principal.isAnonymous ? addressGroup(request.address) : `user ${principal.id}`;
    if (this.limiter && (await this.limiter.take(`${popup} ${event} ${visitor}`)) > 0) return;
    const now = Date.now();
    if (!(await this.popups.addOne(popup, event, now))) await this.begin(popup, event, now);
  }

  /** The process that starts a count schedules its transfer, at the next full minute. */
  private async begin(popup: number, event: string, now: number): Promise<void> {
    const before = (Math.floor(now / FOLD_EVERY_MS) + 1) * FOLD_EVERY_MS;
    await this.database.transaction(async (tx) => {
      if (await this.popups.begin(tx, popup, event, now))
        await this.jobs.add(tx, FOLD, { before }, { runAt: new Date(before) });
    });
  }
}
