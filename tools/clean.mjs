// Deletes compiled files before a build, so that none is left of a source that is gone.
import { rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
