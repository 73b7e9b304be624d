#!/usr/bin/env node
// Writes docs/configuration.md from the declarations of the variables.
import './usage.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './typescript.mjs';

// Features declare variables of their own.
await import('../src/feature-config.ts');
const { configurationPage } = await import('../src/platform/config/reference-page.ts');

writeFileSync(join(import.meta.dirname, '../docs/configuration.md'), configurationPage());
