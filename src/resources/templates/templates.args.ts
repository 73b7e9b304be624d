import { Arg } from '../../rest/args/arg.decorator.js';
import { CONTEXT_ARG, type Context, ContextArgs } from '../../rest/args/common.args.js';

const ID = { type: 'string', description: 'Theme and name, as theme//name.' } as const;

/** What can be sent of a template. */
export interface TemplateValues {
  slug: string;
  theme: string;
  title: unknown;
  content: unknown;
  description: string;
  status: string;
  author: number;
  area: string;
}

export class ListTemplatesArgs extends ContextArgs {
  @Arg({ type: 'integer', description: 'Keep only the one with this row.' })
  wp_id?: number;

  @Arg({ type: 'string', description: 'Keep only parts for this place.' })
  area?: string;

  @Arg({ type: 'string', description: 'Keep only templates for entries of this type.' })
  post_type?: string;
}

export class LookupTemplateArgs {
  @Arg({ type: 'string', required: true, description: 'Name of the template that is wanted.' })
  slug!: string;

  @Arg({ type: 'boolean', default: false, description: 'Whether its author named it.' })
  is_custom!: boolean;

  @Arg({ type: 'string', default: '', description: 'First part of the name, where it is ambiguous.' })
  template_prefix!: string;
}

export class TemplateIdArgs {
  @Arg(ID)
  id!: string;
}

export class ReadTemplateArgs extends TemplateIdArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class DeleteTemplateArgs extends TemplateIdArgs {
  @Arg({
    type: 'boolean',
    default: false,
    description: 'Whether to delete it for good instead of moving it to the trash.',
  })
  force!: boolean;
}
