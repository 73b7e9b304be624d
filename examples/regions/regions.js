import { defineFilter, defineMeta, defineOrder, defineScope } from '@nestpress/server';

export const region = defineMeta({ object: 'post', subtype: 'post', key: 'region', type: 'string' });

/** Authors see the posts of the region that their role names, and posts without one; everybody else sees everything. */
export const regions = defineScope({
  on: ['post'],
  where(principal, q) {
    const own = principal.roles
      .filter((role) => role.startsWith('region_'))
      .map((role) => role.slice('region_'.length));
    if (own.length === 0) return undefined;
    const hasNone = q.sql(
      (row) =>
        `NOT EXISTS (SELECT 1 FROM ${q.tables.postmeta} m WHERE m.post_id = ${row}.ID AND m.meta_key = 'region')`,
    );
    return q.any(q.meta('region').in(own), hasNone);
  },
});

/** `GET /wp/v2/posts?region=north` */
export const inRegion = defineFilter({
  on: ['post'],
  name: 'region',
  schema: { type: 'string', description: 'Limit to posts of this region.' },
  where: (name, q) => q.meta('region').in([name]),
});

/** `GET /wp/v2/posts?orderby=title_length` */
export const byLength = defineOrder({
  on: ['post'],
  name: 'title_length',
  by: (row) => `LENGTH(${row}.post_title)`,
});
