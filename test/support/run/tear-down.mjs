import { rmSync } from 'node:fs';

/** The other half of set-up.mjs. */
export default function tearDown() {
  rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 10 });
}
