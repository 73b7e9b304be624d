import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';

export class GlobalStylesIdDto {
  @Arg({ type: 'integer', description: 'ID of the global styles.' })
  id!: number;
}

export class ReadGlobalStylesDto extends GlobalStylesIdDto {
  @Arg({ ...CONTEXT_ARG, unlisted: true })
  context!: Context;
}

export class UpdateGlobalStylesDto {
  @Arg({ type: 'integer', unlisted: true, description: 'ID of the global styles.' })
  id!: number;
}

export class ListStylesRevisionsDto {
  @Arg({ type: 'integer', description: 'ID of the global styles.' })
  parent!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;

  @Arg({ type: 'integer', default: 1, minimum: 1, description: 'Page of the list.' })
  page!: number;

  @Arg({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Maximum number of revisions per page; all by default.',
  })
  per_page?: number;

  @Arg({ type: 'integer', description: 'Offset of the first revision; overrides the page.' })
  offset?: number;
}

export interface GlobalStylesValues {
  title: unknown;
  settings: Record<string, unknown>;
  styles: Record<string, unknown>;
}
