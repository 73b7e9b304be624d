import { defineFeature } from '../../feature.js';
import { checkRankMath } from './rank-math.check.js';
import { HeadFields } from '../../modules/entries/index.js';
import { RANK_MATH_HEADS } from './rank-math-fields.js';
import { isPluginActive } from '../../site/index.js';
import { PLUGIN } from './rank-math-options.js';
import { RankMathModule } from './rank-math.module.js';

/** Heads of Rank Math, where it is one of the active plugins of the database. */
export const RANK_MATH = defineFeature({
  name: 'rank-math',
  namespaces: ['rankmath/v1'],
  checks: [['rank-math', checkRankMath]],
  definitionsVersion: ({ plugins }) => String(isPluginActive(plugins, PLUGIN)),
  contribute({ plugins }) {
    if (!isPluginActive(plugins, PLUGIN)) return {};
    const fields = new HeadFields(RANK_MATH_HEADS);
    return { modules: [RankMathModule.forRoot(fields)], content: fields.declarations() };
  },
});
