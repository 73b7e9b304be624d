import { Logger } from '@nestjs/common';
import { defineFeature } from '../../feature.js';
import { checkPluginTypes } from './plugin-types.check.js';
import { pluginTypes } from './read-plugin-types.js';
import { readStoredContent, storedContentVersion } from './stored-content.store.js';

/** Content types and taxonomies that plugins store in the database, without a WordPress that runs. */
export const PLUGIN_TYPES = defineFeature({
  name: 'plugin-types',
  checks: [['plugin-types', checkPluginTypes]],
  definitionsVersion: ({ database, plugins }) => storedContentVersion(database, plugins),
  async findContent({ database, plugins, profile, content }) {
    const stored = await readStoredContent(database, plugins);
    const { declarations, problems } = pluginTypes(stored, content, profile.content);
    for (const problem of problems) new Logger('PluginTypes').warn(`Not served: ${problem}`);
    return declarations;
  },
});
