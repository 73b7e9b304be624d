import { Arg, type Context } from '../../../rest/args/index.js';
import { writeDto } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { type Item, type JsonValue } from '../../../rest/response/index.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  EDITABLE,
  READABLE,
  RestController,
  Route,
} from '../../../rest/route/index.js';
import { LANGUAGE_FIELDS, type LanguageValues } from './languages.fields.js';
import { LanguagesPolicy } from './languages.policy.js';
import { PolylangLanguagesService } from './polylang-languages.service.js';

const TABLES = ['terms', 'term_taxonomy', 'posts'] as const;
const BY_ID = '/(?P<term_id>[\\d]+)';
const CONTEXT = { type: 'string', enum: ['view', 'edit'], default: 'view', description: 'Members to return.' } as const;

class ListLanguagesDto {
  @Arg({ ...CONTEXT, enum: ['view', 'edit'], unlisted: true })
  context!: Context;
}

class LanguageIdDto {
  @Arg({ type: 'integer', description: 'ID of the language.' })
  term_id!: number;
}

class ReadLanguageDto extends LanguageIdDto {
  @Arg({ ...CONTEXT, enum: ['view', 'edit'] })
  context!: Context;
}

class LanguageSlugDto {
  @Arg({ type: 'string', description: 'Code of the language.' })
  slug!: string;

  @Arg({ ...CONTEXT, enum: ['view', 'edit'] })
  context!: Context;
}

class CreateLanguageDto extends writeDto<LanguageValues>(LANGUAGE_FIELDS, 'create') {}

class UpdateLanguageDto extends writeDto<LanguageValues>(LANGUAGE_FIELDS, 'update', LanguageIdDto) {
  @Arg({ present: () => false })
  declare no_default_cat?: boolean;
}

/** The languages of Polylang. */
@RestController({ namespace: 'pll/v1', base: '/languages', fields: LANGUAGE_FIELDS, allowsBatch: true })
export class LanguagesController {
  constructor(private readonly languages: PolylangLanguagesService) {}

  @Route({
    methods: READABLE,
    args: ListLanguagesDto,
    can: can(LanguagesPolicy, 'read'),
    cache: TABLES,
    returns: 'list',
  })
  list(@Ctx() ctx: RequestContext, @Args() { context }: ListLanguagesDto): Promise<Item[]> {
    return this.languages.list(ctx, context);
  }

  @Route({ methods: CREATABLE, args: CreateLanguageDto, can: can(LanguagesPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateLanguageDto): Promise<Item> {
    return this.languages.create(ctx, args);
  }

  @Route({ methods: READABLE, path: BY_ID, args: ReadLanguageDto, can: can(LanguagesPolicy, 'read'), cache: TABLES })
  read(@Ctx() ctx: RequestContext, @Args() { term_id: id, context }: ReadLanguageDto): Promise<Item> {
    return this.languages.byId(ctx, id, context);
  }

  @Route({ methods: EDITABLE, path: BY_ID, args: UpdateLanguageDto, can: can(LanguagesPolicy, 'update') })
  update(
    @Ctx() ctx: RequestContext,
    @Args() { term_id: id, ...values }: UpdateLanguageDto & LanguageIdDto,
  ): Promise<Item> {
    return this.languages.update(ctx, id, values);
  }

  @Route({ methods: DELETABLE, path: BY_ID, args: LanguageIdDto, can: can(LanguagesPolicy, 'delete') })
  delete(@Ctx() ctx: RequestContext, @Args() { term_id: id }: LanguageIdDto): Promise<JsonValue> {
    return this.languages.delete(ctx, id);
  }

  @Route({
    methods: READABLE,
    path: '/(?P<slug>[a-z][a-z0-9_-]*)',
    args: LanguageSlugDto,
    can: can(LanguagesPolicy, 'read'),
    cache: TABLES,
  })
  bySlug(@Ctx() ctx: RequestContext, @Args() { slug, context }: LanguageSlugDto): Promise<Item> {
    return this.languages.bySlug(ctx, slug, context);
  }
}
