import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { offsetAt } from '../../text/site-zone.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { Links } from '../response/links.js';
import { Item } from '../response/reply.js';
import { itemJson } from '../response/shape.js';
import { RouteRegistry } from '../route/route-registry.js';
import { type RestRoute } from '../route/route.types.js';

type Json = Record<string, unknown>;

/** The machine-readable description of the interface, made from the same declarations that run it. */
@Injectable()
export class RouteIndexService {
  private frozen?: { key: string; body: Buffer; etag: string };

  constructor(
    private readonly registry: RouteRegistry,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  index(site: Site, context: unknown): Item {
    const members = {
      name: site.option('blogname'),
      description: site.option('blogdescription'),
      url: site.siteUrl,
      home: site.home,
      gmt_offset: gmtOffset(site),
      timezone_string: site.option('timezone_string'),
      namespaces: this.registry.namespaces,
      authentication: [],
      routes: this.describe(this.registry.routes, site, context),
    };
    return new Item(members, new Links().add('help', 'http://v2.wp-api.org/'));
  }

  /** The plain index as bytes, made again only when the site says something new about itself. */
  frozenIndex(site: Site): { body: Buffer; etag: string } {
    const key = ['blogname', 'blogdescription', 'timezone_string', 'gmt_offset', 'permalink_structure']
      .map((name) => site.option(name))
      .join('\0');
    const stamp = `${site.home}\0${site.siteUrl}\0${key}`;
    if (this.frozen?.key !== stamp) {
      const body = Buffer.from(JSON.stringify(itemJson(this.index(site, 'view'))));
      this.frozen = {
        key: stamp,
        body,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      };
    }
    return this.frozen;
  }

  namespaceIndex(site: Site, namespace: string, context: unknown): Item | undefined {
    const routes = this.registry.routes.filter((route) => route.namespace === namespace);
    if (routes.length === 0) return undefined;
    return new Item({ namespace, routes: this.describe(routes, site, context) }, new Links().add('up', site.rest('/')));
  }

  /** The answer to OPTIONS: one route with its schema. */
  help(route: RestRoute, site: Site): Json {
    return this.entry(route, site, true);
  }

  private describe(routes: readonly RestRoute[], site: Site, context: unknown): Json {
    return Object.fromEntries(routes.map((route) => [route.pattern, this.entry(route, site, context === 'help')]));
  }

  private get hasBatches(): boolean {
    return this.profile.extensions.includes('batch');
  }

  private self(href: string): string | object[] {
    return this.profile.rest.describesSchemas ? [{ href }] : href;
  }

  private entry(route: RestRoute, site: Site, withSchema: boolean): Json {
    return {
      namespace: route.namespace,
      methods: route.endpoints.flatMap((endpoint) => endpoint.methods),
      endpoints: route.endpoints.map((endpoint) => ({
        methods: endpoint.methods,
        ...(route.allowsBatch && this.hasBatches && { allow_batch: { v1: true } }),
        args: endpoint.args.describe(),
      })),
      ...(withSchema && route.fields && { schema: route.fields.schema(this.profile, site) }),
      ...(!route.pattern.includes('(?P<') && { _links: { self: this.self(site.rest(route.pattern)) } }),
    };
  }
}

/** The stored text, or hours as a number where a city decides. */
function gmtOffset(site: Site): string | number {
  const zone = site.option('timezone_string');
  if (zone === '') return site.option('gmt_offset');
  return Math.round(offsetAt(zone, Math.floor(Date.now() / 1000)) / 36) / 100;
}
