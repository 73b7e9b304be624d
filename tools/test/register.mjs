import { register } from 'node:module';

// Only the worker itself compiles TypeScript, not the processes its tests start.
delete process.env.NODE_OPTIONS;
process.setSourceMapsEnabled(true);
register('./typescript-hooks.mjs', import.meta.url);
