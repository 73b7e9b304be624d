#!/usr/bin/env node
// Writes docs/configuration.md from the compiled declarations; `npm run docs:config` builds first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationPage } from '../dist/src/platform/config/reference-page.js';

writeFileSync(join(import.meta.dirname, '../docs/configuration.md'), configurationPage());
