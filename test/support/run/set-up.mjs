import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All temporary files of a run are in one folder, which is deleted after the run, whatever failed tests left in it. */
export default function setUp() {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'nestpress-tests-'));
  // A database server that root starts continues under its own account.
  chmodSync(process.env.TMPDIR, 0o711);
}
