import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.args.js';

const PARENT = { type: 'integer', description: 'Number of the entry whose versions these are.' } as const;
const ID = { type: 'integer', description: 'Number of the version.' } as const;

export class ListRevisionsArgs {
  @Arg(PARENT)
  parent!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class ReadRevisionArgs {
  @Arg(PARENT)
  parent!: number;

  @Arg(ID)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class DeleteRevisionArgs {
  @Arg(PARENT)
  parent!: number;

  @Arg(ID)
  id!: number;

  @Arg({ type: 'boolean', default: false, description: 'Must be true: versions cannot be moved to the trash.' })
  force!: boolean;
}
