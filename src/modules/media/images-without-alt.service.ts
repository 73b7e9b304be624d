import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { type ImageFilters, ImagesWithoutAltStore } from './images-without-alt.store.js';

/** Images without alternative text that the requester may edit: all of them, or the requester's own. */
@Injectable()
export class ImagesWithoutAltService {
  constructor(private readonly images: ImagesWithoutAltStore) {}

  /** IDs, the newest first, and how many there are. */
  find(
    principal: Principal,
    search: string | undefined,
    page: { perPage: number; offset: number },
  ): Promise<{ ids: number[]; total: number }> {
    return this.images.find(filtersFor(principal, search), page);
  }

  /** IDs before this one, the greatest first. */
  before(principal: Principal, search: string | undefined, id: number | undefined, limit: number): Promise<number[]> {
    return this.images.before(filtersFor(principal, search), id, limit);
  }
}

function filtersFor(principal: Principal, search: string | undefined): ImageFilters {
  return { search, author: principal.can('edit_others_posts') ? undefined : principal.id };
}
