import { Inject, Injectable } from '@nestjs/common';
import { addressGroup } from '../../access/authentication/address-group.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type RequestContext } from '../../rest/route/context.js';
import { type EventKeys, PopupsStore } from './popups.store.js';
import { VisitLimiter } from './visit-limiter.js';

/** What is counted. */
const EVENTS: ReadonlyMap<string, EventKeys> = new Map([
  ['open', { count: 'popup_open_count', total: 'popup_open_count_total', last: 'popup_last_opened' }],
  ['conversion', { count: 'popup_conversion_count', total: 'popup_conversion_count_total', last: 'popup_last_conversion' }],
]);

@Injectable()
export class PopupsService {
  private readonly limiter?: VisitLimiter;

  constructor(
    private readonly popups: PopupsStore,
    @Inject(CONFIG) { rateLimit }: Config,
  ) {
    if (rateLimit) this.limiter = new VisitLimiter();
  }

  /** Counts an event. What cannot be counted is passed over in silence: nobody waits for an answer. */
  async count({ principal, request }: RequestContext, event: string, popup: number): Promise<void> {
    const keys = EVENTS.get(event);
    if (!keys || !Number.isSafeInteger(popup) || !(await this.popups.exists(popup))) return;
    const visitor = principal.isAnonymous ? addressGroup(request.address) : `user ${principal.id}`;
    if (this.limiter && !this.limiter.admits(visitor, `${popup} ${event}`)) return;
    await this.popups.count(popup, keys, Math.floor(Date.now() / 1000));
  }
}
