/** What it costs to render content that shows more than its own text. */
export interface RenderCost {
  /** Queries of dynamic blocks; ten posts count as one query. */
  queries: number;
  /** Other entries that are shown: items of loops and lists, patterns and menus. */
  entries: number;
  /** Dynamic blocks, shortcodes and embeds, and every block of other entries. */
  blocks: number;
  /** Characters of other entries' contents that are rendered. */
  text: number;
  /** Characters of HTML that all of these produce. */
  html: number;
}

const MB = 1024 * 1024;

/** Limits of one content or excerpt. What is left out depends on the content alone, so that the HTML can be cached. */
export const ENTRY_LIMITS: RenderCost = { queries: 300, entries: 1000, blocks: 5000, text: 4 * MB, html: 2 * MB };

/** Limits of everything that is rendered for one response. */
export const RESPONSE_LIMITS: RenderCost = { queries: 300, entries: 4000, blocks: 20_000, text: 8 * MB, html: 8 * MB };

/** An item of a loop inside another loop counts as many entries, inside two loops that many times as many, and so on. */
const NESTED_ITEM = 4;

const NOTHING: RenderCost = { queries: 0, entries: 0, blocks: 0, text: 0, html: 0 };
const MEMBERS = Object.keys(NOTHING) as (keyof RenderCost)[];

/** The limit that was reached first, and where. */
export interface ExceededLimit {
  readonly limit: keyof RenderCost;
  readonly of: 'entry' | 'response';
  /** The entry that was being rendered. */
  readonly entry: number;
}

/**
 * Bounds what a few bytes of content can expand to: loops in loops render posts by posts. Beyond the limits blocks,
 * shortcodes and embeds render as nothing. Text that is stored in the entry itself does not count.
 */
export class ResponseBudget {
  private readonly used: RenderCost = { ...NOTHING };
  private isReported = false;

  constructor(
    private readonly report: (exceeded: ExceededLimit) => void = () => undefined,
    private readonly limits = RESPONSE_LIMITS,
  ) {}

  /** A new budget for one content or excerpt, which is charged to this one, too. */
  forEntry(entry: number, limits = ENTRY_LIMITS): RenderBudget {
    return new RenderBudget(this, entry, limits);
  }

  /** The limit that does not allow this cost; undefined if it was charged. */
  spend(cost: Readonly<Partial<RenderCost>>): keyof RenderCost | undefined {
    return spend(this.used, cost, this.limits);
  }

  addHtml(length: number): void {
    this.used.html += length;
  }

  /** Reported once per response. */
  noteExceeded(exceeded: ExceededLimit): void {
    if (this.isReported) return;
    this.isReported = true;
    this.report(exceeded);
  }
}

/** The budget of one content or excerpt. */
export class RenderBudget {
  private readonly used: RenderCost = { ...NOTHING };
  private firstExceeded?: ExceededLimit;
  private depth = 0;
  /** Items of loops around what is being rendered. */
  private items = 0;

  constructor(
    private readonly response: ResponseBudget,
    private readonly entry: number,
    private readonly limits: RenderCost,
  ) {}

  get cost(): Readonly<RenderCost> {
    return this.used;
  }

  get exceeded(): ExceededLimit | undefined {
    return this.firstExceeded;
  }

  /** Whether what is being rendered is not the entry's own text. */
  get isInside(): boolean {
    return this.depth > 0;
  }

  /** Charges a cost; false if it exceeds a limit. */
  spend(cost: Readonly<Partial<RenderCost>>): boolean {
    // Once something was left out for the sake of the response, everything is.
    const refusedBefore = this.firstExceeded?.of === 'response' ? this.firstExceeded.limit : undefined;
    const own = allows(this.used, cost, this.limits);
    if (own !== undefined) return this.refuse(own, 'entry');
    const shared = refusedBefore ?? this.response.spend(cost);
    if (shared !== undefined) return this.refuse(shared, 'response');
    add(this.used, cost);
    return true;
  }

  /** Charges the HTML that is rendered, except what is charged already and what stands in the text in its place. */
  measure(render: () => string, stored = 0): string {
    const before = this.used.html;
    this.depth++;
    try {
      const html = render();
      const more = Math.max(0, before + html.length - stored - this.used.html);
      this.used.html += more;
      this.response.addHtml(more);
      return html;
    } finally {
      this.depth--;
    }
  }

  /** Renders what has a cost of its own; nothing if it exceeds a limit. */
  render(cost: Readonly<Partial<RenderCost>>, render: () => string): string {
    return this.spend(cost) ? this.measure(render) : '';
  }

  /** Renders an item of a loop or list of posts. Nested loops multiply, and so does what their items cost. */
  renderItem(render: () => string): string {
    const entries = NESTED_ITEM ** this.items;
    this.items++;
    try {
      return this.render({ entries }, render);
    } finally {
      this.items--;
    }
  }

  /** Charges what HTML from the cache cost when it was rendered; false if the response has less left. */
  reuse(cost: Readonly<RenderCost>, exceeded: ExceededLimit | undefined): boolean {
    if (this.response.spend(cost) !== undefined) return false;
    add(this.used, cost);
    if (exceeded) this.refuse(exceeded.limit, exceeded.of);
    return true;
  }

  /** Leaves everything out, because something it needs is over a limit of the response. */
  close(limit: keyof RenderCost): this {
    this.refuse(limit, 'response');
    return this;
  }

  private refuse(limit: keyof RenderCost, of: ExceededLimit['of']): false {
    this.firstExceeded ??= { limit, of, entry: this.entry };
    this.response.noteExceeded(this.firstExceeded);
    return false;
  }
}

function spend(
  used: RenderCost,
  cost: Readonly<Partial<RenderCost>>,
  limits: Readonly<RenderCost>,
): keyof RenderCost | undefined {
  const refused = allows(used, cost, limits);
  if (refused === undefined) add(used, cost);
  return refused;
}

/** HTML is charged once it is there; from its limit on, nothing more is rendered. */
function allows(
  used: Readonly<RenderCost>,
  cost: Readonly<Partial<RenderCost>>,
  limits: Readonly<RenderCost>,
): keyof RenderCost | undefined {
  return MEMBERS.find((name) => used[name] + (cost[name] ?? 0) > limits[name]);
}

function add(used: RenderCost, cost: Readonly<Partial<RenderCost>>): void {
  for (const name of MEMBERS) used[name] += cost[name] ?? 0;
}
