import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.args.js';

export class GlobalStylesIdArgs {
  @Arg({ type: 'integer', description: 'ID of the global styles.' })
  id!: number;
}

export class ReadGlobalStylesArgs extends GlobalStylesIdArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export interface GlobalStylesValues {
  title: unknown;
  settings: Record<string, unknown>;
  styles: Record<string, unknown>;
}
