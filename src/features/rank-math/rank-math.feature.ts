import { OptionsStore } from '../../database/index.js';
import { openConfiguredDatabase } from '../../platform/start/prepare-database.js';
import { defineFeature } from '../../feature.js';
import { checkRankMath } from './rank-math.check.js';
import { headFields, type HeadRuntime } from './rank-math-fields.js';
import { isPluginActive } from '../../site/index.js';
import { PLUGIN } from './rank-math-options.js';
import { RankMathModule } from './rank-math.module.js';

/** Heads of Rank Math, where it is one of the active plugins of the database. */
export const RANK_MATH = defineFeature({
  name: 'rank-math',
  namespaces: ['rankmath/v1'],
  checks: [['rank-math', checkRankMath]],
  definitionsVersion: ({ plugins }) => String(isPluginActive(plugins, PLUGIN)),
  async contribute({ config }) {
    const database = await openConfiguredDatabase(config);
    try {
      if (!isPluginActive(await new OptionsStore(database).get('active_plugins'), PLUGIN)) return {};
    } finally {
      await database.close();
    }
    const runtime: HeadRuntime = {};
    return { modules: [RankMathModule.forRoot(runtime)], content: headFields(runtime) };
  },
});
