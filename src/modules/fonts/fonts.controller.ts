import { Arg } from '../../rest/args/arg.decorator.js';
import { CollectionDto, ContextDto } from '../../rest/args/common.dto.js';
import { ResourceFields, everywhere, readOnly, field } from '../../rest/fields/resource-fields.js';
import { type Item, type JsonValue, Reply } from '../../rest/response/reply.js';
import { RequestContext } from '../../rest/http/request-context.js';
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
} from '../../rest/route/route.decorators.js';
import {
  CreateFaceDto,
  CreateFamilyDto,
  DeleteFaceDto,
  DeleteFamilyDto,
  ListFacesDto,
  ListFamiliesDto,
  ReadFaceDto,
  ReadFamilyDto,
  UpdateFamilyDto,
} from './fonts.dto.js';
import { unknownCollection } from './fonts.errors.js';
import { FONT_FACE, FONT_FAMILY } from './fonts.fields.js';
import { FontCollectionsPolicy, FontsPolicy } from './fonts.policy.js';
import { FontsService } from './fonts.service.js';

const ONE = '/(?P<id>[\\d]+)';
/** Largest body with the files of a face. */
const FACE_BYTES = 32 * 1024 * 1024;

@RestController({ namespace: 'wp/v2', base: '/font-families', fields: FONT_FAMILY })
export class FontFamiliesController {
  constructor(private readonly fonts: FontsService) {}

  @Route({ methods: READABLE, args: ListFamiliesDto, can: can(FontsPolicy, 'list') })
  list(@Ctx() ctx: RequestContext, @Args() args: ListFamiliesDto): Promise<Reply> {
    return this.fonts.listFamilies(ctx, args);
  }

  @Route({ methods: CREATABLE, args: CreateFamilyDto, can: can(FontsPolicy, 'create') })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateFamilyDto): Promise<Reply> {
    return this.fonts.createFamily(ctx, args.font_family_settings!);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadFamilyDto, can: can(FontsPolicy, 'read') })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadFamilyDto): Promise<Item> {
    return this.fonts.readFamily(ctx, id, context);
  }

  @Route({ methods: EDITABLE, path: ONE, args: UpdateFamilyDto, can: can(FontsPolicy, 'update') })
  update(@Ctx() ctx: RequestContext, @Args() args: UpdateFamilyDto): Promise<Item> {
    return this.fonts.updateFamily(ctx, args.id!, args.font_family_settings);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteFamilyDto, can: can(FontsPolicy, 'delete') })
  delete(@Ctx() ctx: RequestContext, @Args() { id, force }: DeleteFamilyDto): Promise<JsonValue> {
    return this.fonts.deleteFamily(ctx, id, force);
  }
}

@RestController({
  namespace: 'wp/v2',
  base: '/font-families/(?P<font_family_id>[\\d]+)/font-faces',
  fields: FONT_FACE,
})
export class FontFacesController {
  constructor(private readonly fonts: FontsService) {}

  @Route({ methods: READABLE, args: ListFacesDto, can: can(FontsPolicy, 'list') })
  list(@Ctx() ctx: RequestContext, @Args() args: ListFacesDto): Promise<Reply> {
    return this.fonts.listFaces(ctx, args);
  }

  @Route({
    methods: CREATABLE,
    args: CreateFaceDto,
    can: can(FontsPolicy, 'create'),
    body: { upload: 'edit_theme_options', everyField: true, limit: FACE_BYTES },
  })
  create(@Ctx() ctx: RequestContext, @Args() args: CreateFaceDto): Promise<Reply> {
    return this.fonts.createFace(ctx, args.font_family_id!, args.font_face_settings!);
  }

  @Route({ methods: READABLE, path: ONE, args: ReadFaceDto, can: can(FontsPolicy, 'readFace') })
  read(@Ctx() ctx: RequestContext, @Args() { id, context }: ReadFaceDto): Promise<Item> {
    return this.fonts.readFace(ctx, id, context);
  }

  @Route({ methods: DELETABLE, path: ONE, args: DeleteFaceDto, can: can(FontsPolicy, 'deleteFace') })
  delete(@Ctx() ctx: RequestContext, @Args() { id, force }: DeleteFaceDto): Promise<JsonValue> {
    return this.fonts.deleteFace(ctx, id, force);
  }
}

const FONT_COLLECTION = new ResourceFields('font-collection', {
  slug: readOnly('string', 'Name of the collection.', everywhere),
  name: field('string', 'Title.', everywhere),
  description: field('string', 'Description.', everywhere),
  font_families: field('array', 'Font families of the collection.', everywhere),
  categories: field('array', 'Categories of the font families.', everywhere),
});

class ListCollectionsDto extends CollectionDto {
  @Arg({ present: () => false })
  declare search?: string;
}

class ReadCollectionDto extends ContextDto {
  @Arg({ type: 'string', unlisted: true, description: 'Name of the collection.' })
  slug!: string;
}

/** Catalogues of fonts to install. PHP registers them, and their files are elsewhere: here there are none. */
@RestController({ namespace: 'wp/v2', base: '/font-collections', fields: FONT_COLLECTION })
export class FontCollectionsController {
  @Route({ methods: READABLE, args: ListCollectionsDto, can: can(FontCollectionsPolicy, 'read') })
  list(): Reply {
    return new Reply([], 200, { 'X-WP-Total': 0, 'X-WP-TotalPages': 0 });
  }

  @Route({
    methods: READABLE,
    path: '/(?P<slug>[\\/\\w-]+)',
    args: ReadCollectionDto,
    can: can(FontCollectionsPolicy, 'read'),
  })
  read(): Item {
    throw unknownCollection();
  }
}
