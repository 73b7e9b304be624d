import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/principal.js';
import { type Site } from '../../../site/site.js';
import { type Counts, CountsStore, type MonthCount } from './counts.store.js';

/** Counts of items to edit, including only those the requester can list. */
@Injectable()
export class CountsService {
  constructor(private readonly store: CountsStore) {}

  all(principal: Principal, site: Site): Promise<Counts> {
    return this.store.counts(principal, site);
  }

  /** The months with entries of a post type, newest first. */
  months(principal: Principal, site: Site, type: string): Promise<MonthCount[]> {
    return this.store.months(principal, site, type);
  }
}
