import { rmSync } from 'node:fs';

/** Deletes the folder that set-up.mjs created. */
export default function tearDown() {
  rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 10 });
}
