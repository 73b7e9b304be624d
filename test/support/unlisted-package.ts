import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { missingOptional } from './missing.js';

/** Programs of others that are too large for `devDependencies`: `npm install --no-save` brings them, as the nightly workflow does. */
const PACKAGES = {
  '@wordpress/e2e-test-utils-playwright': '@wordpress/e2e-test-utils-playwright@2.0.0 @playwright/test@1.65.0',
  'wordpress-export-to-markdown': 'wordpress-export-to-markdown@2.2.2',
} as const;

/** A suite that uses a file of such a package; skipped with the reason where it is not installed. */
export function withPackage(name: keyof typeof PACKAGES, file: string, suite: (path: string) => void): void {
  const path = join(import.meta.dirname, '../../node_modules', name, file);
  describe(name, () => {
    if (existsSync(path)) suite(realpathSync(path));
    else missingOptional(`${name} is not installed: npm install --no-save ${PACKAGES[name]}`);
  });
}
