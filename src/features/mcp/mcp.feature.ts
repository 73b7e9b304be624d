import { defineFeature } from '../../feature.js';
import { AbilitiesModule } from './abilities/abilities.module.js';
import { ABILITIES_NAMESPACE } from './abilities/core-abilities.js';
import { McpModule } from './mcp.module.js';

const SETTINGS_NAMESPACE = 'nestpress/v1';

/** Agents: the Model Context Protocol where nestpress/v1 has its settings, and the abilities of WordPress 7.1. */
export const MCP = defineFeature({
  name: 'mcp',
  contribute: ({ namespaces, paths, profile, config }) => {
    // The plugins of a WordPress alongside have abilities of their own, which only it knows.
    const hasAbilities = profile.namespaces.includes(ABILITIES_NAMESPACE) && !config.wordpress;
    const hasSettings = namespaces.has(SETTINGS_NAMESPACE);
    return {
      modules: [
        ...(hasSettings ? [McpModule.register({ hasConsole: paths.has('/console') })] : []),
        ...(hasAbilities ? [AbilitiesModule] : []),
      ],
    };
  },
});
