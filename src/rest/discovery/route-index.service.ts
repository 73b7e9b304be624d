import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { offsetAt } from '../../text/dates.js';
import { type Site } from '../../site/site.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { Links } from '../response/links.js';
import { Item } from '../response/reply.js';
import { itemJson } from '../response/shape.js';
import { SiteIconStore } from '../../site/site-icon.store.js';
import { RouteRegistry } from '../route/route-registry.js';
import { type FallbackRoutes, NO_FALLBACK_ROUTES, UndeclaredRoutesService } from './undeclared-routes.service.js';
import { type RestRoute } from '../route/route.types.js';

type Json = Record<string, unknown>;

/** Builds the index and OPTIONS responses from the route declarations. */
@Injectable()
export class RouteIndexService {
  /** Separate for requesters who may see the active theme. */
  private readonly frozen = new Map<boolean, { key: string; further: FallbackRoutes; body: Buffer; etag: string }>();
  /** Responses to OPTIONS; a site whose options have changed is another object. */
  private readonly helps = new WeakMap<Site, Map<RestRoute, Json>>();

  constructor(
    private readonly registry: RouteRegistry,
    private readonly undeclared: UndeclaredRoutesService,
    private readonly icons: SiteIconStore,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  async index(site: Site, principal: Principal, context: unknown): Promise<Item> {
    return this.describeSite(site, context, this.showsTheme(site, principal));
  }

  /** The active theme is for those who write. */
  private showsTheme({ model }: Site, principal: Principal): boolean {
    if (!this.profile.rest.describesSite || principal.isAnonymous) return false;
    return model.restTypes.some(({ capabilities }) => principal.can(capabilities.edit_posts));
  }

  private async describeSite(site: Site, context: unknown, showsTheme: boolean): Promise<Item> {
    const { describesSite } = this.profile.rest;
    const members = {
      name: site.option('blogname'),
      description: site.option('blogdescription'),
      url: site.siteUrl,
      home: site.home,
      gmt_offset: gmtOffset(site),
      timezone_string: site.option('timezone_string'),
      ...(describesSite && frontPage(site)),
      namespaces: [...new Set([...this.registry.namespaces, ...this.further.namespaces])].filter((name) =>
        this.isListed(name),
      ),
      authentication: describesSite ? authentication(site) : [],
      routes: { ...this.describe(this.listedRoutes, site, context), ...this.further.entries },
      ...(describesSite && {
        site_logo: site.integer('site_logo'),
        site_icon: site.integer('site_icon'),
        site_icon_url: await this.icons.url(site),
      }),
    };
    return new Item(members, this.links(site, showsTheme));
  }

  private get listedRoutes(): readonly RestRoute[] {
    return this.registry.routes.filter(({ namespace }) => this.isListed(namespace));
  }

  private isListed(namespace: string): boolean {
    return !this.profile.unlistedNamespaces.includes(namespace);
  }

  private links(site: Site, showsTheme: boolean): Links {
    if (!this.profile.rest.describesSite) return new Links().add('help', 'http://v2.wp-api.org/');
    const links = new Links().add('help', 'https://developer.wordpress.org/rest-api/');
    if (showsTheme)
      links.add('https://api.w.org/active-theme', site.rest(`/wp/v2/themes/${site.option('stylesheet')}`));
    for (const type of ['site_logo', 'site_icon']) {
      const id = site.integer(type);
      if (id > 0)
        links.add('https://api.w.org/featuredmedia', site.rest(`/wp/v2/media/${id}`), {
          attributes: { type },
          embed: { source: 'media', id },
        });
    }
    return links;
  }

  /** The plain index as bytes, rebuilt only when the site's description changes. */
  async frozenIndex(site: Site, principal: Principal): Promise<{ body: Buffer; etag: string }> {
    const showsTheme = this.showsTheme(site, principal);
    const key = SHOWN_OPTIONS.map((name) => site.option(name)).join('\0');
    const stamp = `${site.home}\0${site.siteUrl}\0${key}`;
    const { further } = this;
    const cached = this.frozen.get(showsTheme);
    if (cached?.key === stamp && cached.further === further) return cached;
    const body = Buffer.from(JSON.stringify(itemJson(await this.describeSite(site, 'view', showsTheme))));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const index = { key: stamp, further, body, etag };
    this.frozen.set(showsTheme, index);
    return index;
  }

  namespaceIndex(site: Site, namespace: string, context: unknown): Item | undefined {
    const routes = this.registry.routes.filter((route) => route.namespace === namespace);
    if (routes.length === 0) return undefined;
    const further = Object.entries(this.further.entries).filter(([, entry]) => entry.namespace === namespace);
    const described = { ...this.describe(routes, site, context), ...Object.fromEntries(further) };
    return new Item({ namespace, routes: described }, new Links().add('up', site.rest('/'), { isUnconditional: true }));
  }

  private get further(): FallbackRoutes {
    return this.undeclared.fallback?.routes ?? NO_FALLBACK_ROUTES;
  }

  /** The response to OPTIONS: one route with its schema. */
  help(route: RestRoute, site: Site): Json {
    const ofSite = this.helps.get(site) ?? new Map<RestRoute, Json>();
    const help = ofSite.get(route) ?? this.entry(route, site, true);
    this.helps.set(site, ofSite.set(route, help));
    return help;
  }

  private describe(routes: readonly RestRoute[], site: Site, context: unknown): Json {
    return Object.fromEntries(routes.map((route) => [route.pattern, this.entry(route, site, context === 'help')]));
  }

  private get hasBatches(): boolean {
    return this.profile.routeModules.includes('batch');
  }

  private self(href: string): string | object[] {
    return this.profile.rest.listsRouteLinks ? [{ href }] : href;
  }

  private entry(route: RestRoute, site: Site, withSchema: boolean): Json {
    return {
      namespace: route.namespace,
      methods: route.endpoints.flatMap((endpoint) => endpoint.methods),
      endpoints: route.endpoints.map((endpoint) => ({
        methods: endpoint.methods,
        ...(route.allowsBatch && this.hasBatches && { allow_batch: { v1: route.allowsBatch === true } }),
        args: endpoint.args.describe(site),
      })),
      ...(withSchema && route.fields && !route.hidesSchema && { schema: route.fields.schema(this.profile, site) }),
      ...(!route.pattern.includes('(?P<') && { _links: { self: this.self(site.rest(route.pattern)) } }),
    };
  }
}

/** The options that the index shows. */
const SHOWN_OPTIONS = [
  'blogname',
  'blogdescription',
  'timezone_string',
  'gmt_offset',
  'permalink_structure',
  'page_for_posts',
  'page_on_front',
  'show_on_front',
  'site_logo',
  'site_icon',
  'stylesheet',
];

function frontPage(site: Site): Json {
  return {
    page_for_posts: site.integer('page_for_posts'),
    page_on_front: site.integer('page_on_front'),
    show_on_front: site.option('show_on_front'),
  };
}

/** The page of WordPress's administration where a user authorizes an application. */
function authentication(site: Site): Json {
  return {
    'application-passwords': { endpoints: { authorization: `${site.siteUrl}/wp-admin/authorize-application.php` } },
  };
}

/** The stored text, or the offset in hours as a number if a city is set. */
function gmtOffset(site: Site): string | number {
  const zone = site.option('timezone_string');
  if (zone === '') return site.option('gmt_offset');
  return Math.round(offsetAt(zone, Math.floor(Date.now() / 1000), site.zone.rules) / 36) / 100;
}
