import { Injectable } from '@nestjs/common';
import { type RestError } from '../../rest/errors/rest-error.js';
import { type RequestContext } from '../../rest/http/request-context.js';
import { type Allowed } from '../../rest/route/route.types.js';
import { type PostTypeCapabilities } from '../../content-model/capabilities.js';
import { cannotCreate, cannotDelete, cannotEdit, unknownEntry } from '../entries/api/entry.errors.js';
import { FAMILY_TYPE } from './fonts.fields.js';
import { cannotRead, faceOfAnotherFamily, unknownFamily } from './fonts.errors.js';
import { FontsService } from './fonts.service.js';

interface FamilyId {
  id: number;
}

interface FaceId {
  id: number;
  font_family_id: number;
}

/** Fonts belong to the appearance of the site: its capabilities decide alone. */
@Injectable()
export class FontsPolicy {
  constructor(private readonly fonts: FontsService) {}

  list(ctx: RequestContext): true | RestError {
    return can(ctx, 'read') || cannotRead(ctx.principal);
  }

  create(ctx: RequestContext): true | RestError {
    return can(ctx, 'create_posts') || cannotCreate(ctx.principal);
  }

  async read(ctx: RequestContext, { id }: FamilyId): Promise<boolean | RestError> {
    return (await this.fonts.family(ctx, id)) ? this.list(ctx) : unknownEntry();
  }

  async update(ctx: RequestContext, { id }: FamilyId): Promise<boolean | RestError> {
    if (!(await this.fonts.family(ctx, id))) return unknownEntry();
    return can(ctx, 'edit_posts') || cannotEdit(ctx.principal);
  }

  async delete(ctx: RequestContext, { id }: FamilyId): Promise<boolean | RestError> {
    if (!(await this.fonts.family(ctx, id))) return unknownEntry();
    return can(ctx, 'delete_posts') || cannotDelete(ctx.principal);
  }

  async readFace(ctx: RequestContext, args: FaceId): Promise<boolean | RestError> {
    const problem = await this.faceProblem(ctx, args, this.list(ctx));
    return problem ?? true;
  }

  async deleteFace(ctx: RequestContext, args: FaceId): Promise<boolean | RestError> {
    const problem = await this.faceProblem(ctx, args, can(ctx, 'delete_posts') || cannotDelete(ctx.principal));
    return problem ?? true;
  }

  /** Whether the family exists is said to those who may use its face. */
  private async faceProblem(
    ctx: RequestContext,
    args: FaceId,
    allowed: true | RestError,
  ): Promise<RestError | undefined> {
    const face = await this.fonts.face(ctx, args.id);
    if (!face) return unknownEntry();
    if (allowed !== true) return allowed;
    if (!(await this.fonts.family(ctx, args.font_family_id))) return unknownFamily();
    return face.parent === args.font_family_id ? undefined : faceOfAnotherFamily();
  }
}

/** The capabilities of families are also those of faces. */
function can({ principal, site }: RequestContext, question: keyof PostTypeCapabilities): boolean {
  return principal.can(site.model.types.get(FAMILY_TYPE)!.capabilities[question]);
}

/** Collections are offered to those who manage fonts. */
@Injectable()
export class FontCollectionsPolicy {
  read(ctx: RequestContext): Allowed {
    return ctx.principal.can('edit_theme_options') || cannotRead(ctx.principal);
  }
}
