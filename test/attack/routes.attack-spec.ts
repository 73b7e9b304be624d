import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PROFILES } from '../../src/variant/profiles.js';
import { type AttackedService, startAttackedService } from '../support/attacked-service.js';

/** Processor time of one anonymous request, with a margin for the clock's resolution and the garbage of others. */
const BUDGET_MS = 100;
const REPEATS = 3;
/** As much as fits into the head of a request. */
const HEAD_BYTES = 15_500;
const UNITS = ['a', 'a/', '/', '1', '-', '.', '%25', '%2F', '1/revisions/', 'a/autosaves/', 'page/', 'feed/'];
const FOLDERS = ['/', '/console/', '/docs/', '/feed/', '/category/', '/author/', '/2018/07/', '/wp-content/uploads/'];

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe.each(Object.keys(PROFILES))('variant %s', (variant) => {
  let service: AttackedService;
  let prefixes: string[];

  beforeAll(async () => {
    service = await startAttackedService({ VARIANT: variant, RATE_LIMIT: 'off' });
    const index = (await (await fetch(`${service.url}/wp-json/`)).json()) as { routes: Record<string, unknown> };
    const literal = Object.keys(index.routes).flatMap((pattern) => pattern.split('(', 1));
    prefixes = [...new Set(literal.filter((prefix) => prefix.length > 1).map((prefix) => prefix.replace(/\/?$/, '/')))];
  });
  afterAll(() => service.stop());

  /** The least processor time of some attempts; most need one. */
  async function cost(send: () => Promise<Response>): Promise<number> {
    let least = Infinity;
    for (let attempt = 0; attempt < REPEATS && least > BUDGET_MS; attempt++) {
      const before = service.processorMs();
      const response = await send();
      await response.arrayBuffer();
      expect(response.status).toBeLessThan(500);
      least = Math.min(least, service.processorMs() - before);
    }
    return least;
  }

  test('no path costs an anonymous client more than the budget', async () => {
    const over: string[] = [];
    const roots = [...prefixes.flatMap((prefix) => [`/wp-json${prefix}`, `/?rest_route=${prefix}`]), ...FOLDERS];
    for (const [index, root] of roots.entries()) {
      // Every prefix with every length, and the units in turn.
      for (const [place, length] of [900, HEAD_BYTES].entries()) {
        for (const unit of ['a', 'a/', UNITS[(2 * index + place) % UNITS.length]!]) {
          const ms = await cost(() => fetch(`${service.url}${root}${fill(unit, length - root.length)}!`));
          if (ms > BUDGET_MS) over.push(`${root} with ${length} bytes of ${unit}: ${ms} ms`);
        }
      }
    }
    expect(over).toEqual([]);
  });

  test('no path in a batch does', async () => {
    const over: string[] = [];
    for (const prefix of prefixes) {
      const requests = [{ path: `${prefix}${fill('a/', 1000)}!` }, { path: `${prefix}${fill('a', 240_000)}!` }];
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ requests }) };
      const ms = await cost(() => fetch(`${service.url}/wp-json/batch/v1`, init));
      if (ms > BUDGET_MS) over.push(`${prefix}: ${ms} ms`);
    }
    expect(over).toEqual([]);
  });
});
