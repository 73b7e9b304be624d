import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachEngine } from '../../support/app.js';
import { DELETABLE_ITEMS, type DeletableItem } from '../../support/deletable-items.js';
import { DeletingSite } from '../../support/deleting-site.js';

/** Of the statements of a request, every sixth one, others on each engine, or each with CRASH_STEPS=all. */
const STRIDE = process.env.CRASH_STEPS === 'all' ? 1 : 6;
/** Requests that take more statements, or meanwhile those of jobs, are tried up to here. */
const MAX_STATEMENTS = 30;

/** Another session deletes an item before a statement of a request for it: that is a change, not a failure of the service. */
eachEngine((engine) => {
  const first = engine === 'sqlite' ? 0 : Math.floor(STRIDE / 2);
  describe.each(['C', 'A'])('variant %s', (variant) => {
    let site: DeletingSite;
    beforeAll(async () => {
      site = await DeletingSite.start(variant, engine);
    });
    afterAll(() => site.close());

    const items = Object.entries(DELETABLE_ITEMS).filter(([, item]) => item.variant === variant);
    test.each(items)('what is deleted during a request is not found: %s', async (_, item) => {
      const failures: string[] = [];
      for (const [index, request] of attempts(item).entries())
        for (let number = 1 + ((index + first) % STRIDE); number <= MAX_STATEMENTS; number += STRIDE) {
          const { failure, isOver } = await attempt(item, request, number);
          if (failure) failures.push(failure);
          if (isOver) break;
        }
      expect(failures).toEqual([]);
    });

    /** Sends a request for a new item, which is deleted before the statement of that number. */
    async function attempt(
      item: DeletableItem,
      { method, below, values, isConditional }: Attempt,
      number: number,
    ): Promise<{ failure?: string; isOver: boolean }> {
      const { path, rows } = await item.make(site);
      const version = isConditional
        ? (await site.send('GET', path, { context: 'edit' }).expect(200)).headers.etag
        : undefined;
      const { result, isReached } = await site.deletingBefore(number, rows, () =>
        site.send(method, path + below, values, version),
      );
      const { status, body } = result;
      const isExpected = status < 400 || (status < 500 && typeof (body as { code?: unknown }).code === 'string');
      return {
        isOver: !isReached,
        ...(!isExpected && {
          failure: `${method} ${path}${below}${version ? ' with If-Match' : ''}, deleted before statement ${number}: ${status} ${JSON.stringify(body)}`,
        }),
      };
    }
  });
});

interface Attempt {
  method: string;
  below: string;
  values?: object;
  isConditional: boolean;
}

/** Each request, writes of items that have versions also with a condition. */
function attempts({ requests }: DeletableItem): Attempt[] {
  const isVersioned = requests.some(([method, below]) => method === 'GET' && below === '');
  return requests.flatMap(([method, below, values]) =>
    (isVersioned && method !== 'GET' && below === '' ? [false, true] : [false]).map((isConditional) => ({
      method,
      below,
      values,
      isConditional,
    })),
  );
}
