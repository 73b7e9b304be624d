import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

// Pages are rendered when they are requested, and cached by the middleware.
export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }) });
