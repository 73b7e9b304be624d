import { OptionsStore } from '../../database/index.js';
import { type DiagnosticResult, type DoctorContext, ok } from '../../platform/diagnostics/index.js';
import { OPTION_NAMES, RankMathOptions } from './rank-math-options.js';

/** Skipped where the plugin is not active. */
export async function checkRankMath({ database }: DoctorContext): Promise<DiagnosticResult[]> {
  const options = new RankMathOptions(await new OptionsStore(database).getMany(OPTION_NAMES));
  if (!options.isActive) return [];
  const route = options.isHeadless ? '' : ' getHead is off, since the settings of the plugin do not switch it on.';
  return [ok('rank-math', `Titles and heads of Rank Math are served from the database.${route}`)];
}
