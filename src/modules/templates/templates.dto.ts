import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context, ContextDto } from '../../rest/args/common.dto.js';

/** `theme//name`; names of themes may contain a slash. */
export const TEMPLATE_ID = '([^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)[\\/\\w%-]+';

const ID = { type: 'string', description: 'Theme and name, as theme//name.' } as const;

/** WordPress looks at it without declaring it. */
const SOURCE = { type: 'string', unlisted: true, description: 'Where the template comes from.' } as const;

/** The writable values of a template. */
export interface TemplateValues {
  slug: string;
  theme: string;
  title: unknown;
  content: unknown;
  description: string;
  author: number;
  area: string;
  /** `theme` deletes the row, so that the file is shown again. */
  source: string;
}

export class ListTemplatesDto extends ContextDto {
  @Arg({ type: 'integer', description: 'Limit to the customization with this post ID.' })
  wp_id?: number;

  @Arg({ type: 'string', description: 'Limit to template parts of this area.' })
  area?: string;

  @Arg({ type: 'string', description: 'Limit to templates for this post type.' })
  post_type?: string;
}

export class LookupTemplateDto {
  @Arg({ type: 'string', required: true, description: 'Slug of the template to look up.' })
  slug!: string;

  @Arg({
    type: 'boolean',
    description: 'Whether it is a custom template, outside the template hierarchy.',
  })
  is_custom?: boolean;

  @Arg({ type: 'string', description: 'Prefix of the template’s slug, for ambiguous slugs.' })
  template_prefix?: string;
}

export class TemplateIdDto {
  @Arg(ID)
  id!: string;
}

export class ReadTemplateDto extends TemplateIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;

  @Arg(SOURCE)
  source?: string;
}

export class UpdateTemplateDto extends TemplateIdDto {
  @Arg(SOURCE)
  source?: string;
}

export class DeleteTemplateDto extends TemplateIdDto {
  @Arg({
    type: 'boolean',
    default: false,
    description: 'Delete permanently instead of moving to the trash.',
  })
  force!: boolean;
}
