import { type CliService } from '../platform/command-line/cli.js';

/** Loads the service when a command needs it. */
export const CLI_SERVICE: CliService = {
  createContext: async (config) => (await import('./cli-context.js')).createContext(config),
  afterRestore: async (database) => {
    const { FEATURES } = await import('../start/active-features.js');
    for (const feature of FEATURES) await feature.afterRestore?.(database);
  },
};
