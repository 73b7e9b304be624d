import { Arg, type ArgsClass } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { DeleteRevisionArgs, ListRevisionsArgs, ReadRevisionArgs } from '../../modules/revisions/revisions.dto.js';

const PARENT = { type: 'string', description: 'Theme and name of the template, as theme//name.' } as const;

/** The arguments of revisions of entries, apart from what the parent is called. */
const withoutParent = <T extends object>(args: new () => T) => args as ArgsClass<Omit<T, 'parent'>>;

export class ListTemplateRevisionsArgs extends withoutParent(ListRevisionsArgs) {
  @Arg(PARENT)
  parent!: string;
}

export class ReadTemplateRevisionArgs extends withoutParent(ReadRevisionArgs) {
  @Arg(PARENT)
  parent!: string;
}

export class DeleteTemplateRevisionArgs extends withoutParent(DeleteRevisionArgs) {
  @Arg(PARENT)
  parent!: string;
}

/** The path names the template `id`, as it does where the template is updated. */
export class ListTemplateAutosavesArgs {
  @Arg(PARENT)
  id!: string;

  @Arg(CONTEXT_ARG)
  context!: Context;
}
