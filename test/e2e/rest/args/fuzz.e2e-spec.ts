import { describe, expect, test } from '@jest/globals';
import { PROFILES } from '../../../../src/variant/profiles.js';
import { describe as describeFailure, fuzz } from '../../../../tools/fuzz/run.mjs';
import { createMysqlDatabase } from '../../../support/databases.js';
import { eachEngine } from '../../../support/app.js';

/** A short sample of each variant; `npm run test:fuzz` sends as many as FUZZ_REQUESTS says. */
const REQUESTS = 2000;
const SECONDS = 8;
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const VARIANTS = Object.keys(PROFILES);

eachEngine((engine) => {
  // On the server one variant in each run, chosen by the seed: what differs by engine is below the variants.
  const variants = engine === 'mysql' ? [VARIANTS[seed % VARIANTS.length]!] : VARIANTS;
  describe.each(variants)('variant %s', (variant) => {
    test(`generated requests: no exit, no undocumented 5xx, no wrong shape, none over the budget (FUZZ_SEED=${seed})`, async () => {
      const database = engine === 'mysql' ? await createMysqlDatabase() : undefined;
      const env = { VARIANT: variant, ...(database && { DATABASE_URL: database.url }) };
      const { failures } = await fuzz({ requests: REQUESTS, seconds: SECONDS, seed, env });
      await database?.drop();
      expect(failures.map(describeFailure)).toEqual([]);
    });
  });
});
