// Lets a script import the TypeScript sources: `import './typescript.mjs'`, then `await import('../src/….ts')`; or `node --import`.
import { register } from 'node:module';

register('./test/typescript-hooks.mjs', import.meta.url);
