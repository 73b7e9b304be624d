import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ENTRY_LIMITS, type ExceededLimit, RESPONSE_LIMITS, ResponseBudget } from '../../../rendering/index.js';

const MINUTE_MS = 60_000;
const MAX_LINES_PER_MINUTE = 10;

/** The budgets of the responses being rendered. The log names an entry that reaches a limit once a minute. */
export class ResponseBudgets {
  private readonly logger = new Logger('Rendering');
  private readonly budgets = new WeakMap<object, ResponseBudget>();
  private readonly logged = new LRUCache<number, true>({ max: MAX_LINES_PER_MINUTE, ttl: MINUTE_MS });

  /** `response` is any object that the parts of one response have in common. */
  of(response: object = {}): ResponseBudget {
    let budget = this.budgets.get(response);
    if (!budget) this.budgets.set(response, (budget = new ResponseBudget((exceeded) => this.log(exceeded))));
    return budget;
  }

  private log({ limit, of, entry }: ExceededLimit): void {
    this.logged.purgeStale();
    if (this.logged.has(entry) || this.logged.size >= MAX_LINES_PER_MINUTE) return;
    this.logged.set(entry, true);
    const most = (of === 'entry' ? ENTRY_LIMITS : RESPONSE_LIMITS)[limit];
    const where = entry === 0 ? 'blocks outside of entries' : `entry ${entry}`;
    this.logger.warn(
      `Blocks of ${where} were left out: more than ${most} ${COUNTED[limit]} for one ${of}. Does it show loops inside loops?`,
    );
  }
}

const COUNTED: Readonly<Record<ExceededLimit['limit'], string>> = {
  queries: 'queries of dynamic blocks',
  entries: 'rendered entries',
  blocks: 'rendered blocks',
  text: "characters of other entries' contents",
  html: 'characters of HTML',
};
