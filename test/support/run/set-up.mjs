import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All temporary files of a run are in one folder, which goes when it is over, whatever a test that failed left there. */
export default function setUp() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'nestpress-tests-'));
  // A database server started by root goes on under an account of its own.
  chmodSync(process.env.TMPDIR, 0o711);
}
