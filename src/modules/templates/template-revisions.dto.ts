import { Arg, type DtoClass } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { DeleteRevisionDto, ListRevisionsDto, ReadRevisionDto } from '../revisions/revisions.dto.js';

const PARENT = { type: 'string', description: 'Theme and name of the template, as theme//name.' } as const;

/** The arguments of revisions of entries, apart from what the parent is called. */
const withoutParent = <T extends object>(args: new () => T) => args as DtoClass<Omit<T, 'parent'>>;

export class ListTemplateRevisionsDto extends withoutParent(ListRevisionsDto) {
  @Arg(PARENT)
  parent!: string;
}

export class ReadTemplateRevisionDto extends withoutParent(ReadRevisionDto) {
  @Arg(PARENT)
  parent!: string;
}

export class DeleteTemplateRevisionDto extends withoutParent(DeleteRevisionDto) {
  @Arg(PARENT)
  parent!: string;
}

/** The path names the template `id`, as it does where the template is updated. */
export class ListTemplateAutosavesDto {
  @Arg(PARENT)
  id!: string;

  @Arg(CONTEXT_ARG)
  context!: Context;
}
