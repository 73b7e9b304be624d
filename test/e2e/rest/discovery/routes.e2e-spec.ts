import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import request from 'supertest';
import { defineField } from '../../../../src/content-model/declarations.js';
import { declaredRoutes } from '../../../../src/cli/declared-routes.js';
import { type Config, CONFIG } from '../../../../src/platform/config/config.js';
import { Arg } from '../../../../src/rest/args/arg.decorator.js';
import { NamespaceModule } from '../../../../src/rest/discovery/index.controller.js';
import { MOUNT, PUBLIC, READABLE, RestController, Route } from '../../../../src/rest/route/route.decorators.js';
import { RouteRegistry } from '../../../../src/rest/route/route-registry.js';
import { type FastExpressAdapter } from '../../../../src/rest/server/fast-express.adapter.js';
import { PROFILES } from '../../../../src/variant/profiles.js';
import { startTestApp, type TestApp } from '../../../support/app.js';

/** What Nest has registered below the interface's root. */
function registeredRoutes({ app }: TestApp): string[] {
  return [...(app.getHttpAdapter() as FastExpressAdapter).declared.keys()].sort();
}

describe.each(Object.keys(PROFILES))('variant %s', (variant) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ VARIANT: variant });
  });
  afterAll(() => service.close());

  test('what is registered and what is declared are the same', () => {
    const declared = service.app
      .get(RouteRegistry)
      .routes.flatMap((route) => route.endpoints.map(({ nest }) => `${nest.method} ${nest.path}`));
    expect(registeredRoutes(service)).toEqual(declared.sort());
  });

  test('commands find the same routes without a start', async () => {
    const routes = service.app.get(RouteRegistry).routes.map(({ pattern }) => pattern);
    expect([...(await declaredRoutes(service.app.get<Config>(CONFIG)))].sort()).toEqual([...routes].sort());
  });

  test('the index shows every declared route, and no other', async () => {
    const { body } = await request(service.server).get('/wp-json/').expect(200);
    expect(Object.keys(body.routes)).toEqual(service.app.get(RouteRegistry).routes.map((route) => route.pattern));
    const { describesSite } = PROFILES[variant as 'A'].rest;
    expect(Object.keys(body.authentication)).toEqual(describesSite ? ['application-passwords'] : []);
    expect(body.namespaces).toEqual(
      [...PROFILES[variant as 'A'].namespaces].filter((namespace) => `/${namespace}` in body.routes),
    );
  });

  test('there is no way to a handler but through the interface', async () => {
    await request(service.server).get(`${MOUNT}/wp/v2/settings`).expect(404);
  });

  test('a namespace lists its own routes', async () => {
    const { body } = await request(service.server).get('/wp-json/wp/v2').expect(200);
    expect(Object.keys(body.routes).every((pattern) => pattern.startsWith('/wp/v2'))).toBe(true);
    expect(body.routes['/wp/v2/types/(?P<type>[\\w-]+)'].endpoints[0].args.context.enum).toEqual([
      'view',
      'embed',
      'edit',
    ]);
  });
});

describe('a declaration that is not complete stops the start', () => {
  test('no policy', async () => {
    @RestController({ namespace: 'acme/v1', base: '/things' })
    class Careless {
      @Route({ methods: READABLE } as never)
      list(): object {
        return {};
      }
    }
    @Module({ imports: [NamespaceModule.register('acme/v1')], controllers: [Careless] })
    class CarelessModule {}
    await expect(startTestApp({}, 'sqlite', { modules: [CarelessModule] })).rejects.toThrow(
      'Careless.list declares no policy',
    );
  });

  test('a misspelt member', async () => {
    @RestController({ namespace: 'acme/v1', base: '/things' })
    class Misspelt {
      @Route({ methods: READABLE, can: PUBLIC, cashe: ['posts'] } as never)
      list(): object {
        return {};
      }
    }
    @Module({ imports: [NamespaceModule.register('acme/v1')], controllers: [Misspelt] })
    class MisspeltModule {}
    await expect(startTestApp({}, 'sqlite', { modules: [MisspeltModule] })).rejects.toThrow(
      '@Route of Misspelt.list: cashe is not known here. Known are methods',
    );
  });

  test('a misspelt member of an argument', async () => {
    class ThingsDto {
      @Arg({ type: 'integer', minium: 3 } as never)
      size?: number;
    }
    @RestController({ namespace: 'acme/v1', base: '/things' })
    class Inexact {
      @Route({ methods: READABLE, can: PUBLIC, args: ThingsDto })
      list(): object {
        return {};
      }
    }
    @Module({ imports: [NamespaceModule.register('acme/v1')], controllers: [Inexact] })
    class InexactModule {}
    await expect(startTestApp({}, 'sqlite', { modules: [InexactModule] })).rejects.toThrow(
      '@Arg of ThingsDto.size: minium is not known here. Known are type',
    );
  });

  test('a source of embeds that nothing registers', async () => {
    const start = (embeds: string[]) => {
      @RestController({ namespace: 'acme/v1', base: '/things', embeds })
      class Linking {
        @Route({ methods: READABLE, can: PUBLIC })
        list(): object {
          return {};
        }
      }
      @Module({ imports: [NamespaceModule.register('acme/v1')], controllers: [Linking] })
      class LinkingModule {}
      return startTestApp({}, 'sqlite', { modules: [LinkingModule] });
    };
    await expect(start(['users', 'user'])).rejects.toThrow(
      '@RestController of Linking: `embeds` names "user", which nothing registers. Registered are ',
    );
    await (await start(['users', 'posts', 'categories', 'comments', 'media'])).close();
  });

  test('a source of embeds that links of a field name', async () => {
    const field = defineField({
      on: ['post'],
      name: 'editor',
      schema: { type: 'integer' },
      load: (items) => items.map(() => 1),
      links: (id) => [{ relation: 'editor', href: '', embed: { source: 'user', id: Number(id) } }],
      embeds: ['user'],
    });
    await expect(startTestApp({}, 'sqlite', { content: [field] })).rejects.toThrow(
      'Field "editor": `embeds` names "user", which nothing registers.',
    );
  });

  test('no index of the namespace', async () => {
    @RestController({ namespace: 'acme/v1', base: '/things' })
    class Lonely {
      @Route({ methods: READABLE, can: PUBLIC })
      list(): object {
        return {};
      }
    }
    @Module({ controllers: [Lonely] })
    class LonelyModule {}
    await expect(startTestApp({}, 'sqlite', { modules: [LonelyModule] })).rejects.toThrow(
      "NamespaceModule.register('acme/v1')",
    );
  });
});

test('a further Nest module brings its own namespace and plain routes', async () => {
  @RestController({ namespace: 'acme/v1', base: '/things' })
  class ThingsController {
    @Route({ methods: READABLE, can: PUBLIC })
    list(): object {
      return { things: ['one'] };
    }
  }
  @Controller('plain')
  class PlainController {
    @Get()
    hello(): object {
      return { hello: 'world' };
    }
  }
  @Module({ imports: [NamespaceModule.register('acme/v1')], controllers: [ThingsController, PlainController] })
  class AcmeModule {}
  const service = await startTestApp({}, 'sqlite', { modules: [AcmeModule] });
  const { body } = await request(service.server).get('/wp-json/acme/v1/things').expect(200);
  expect(body).toEqual({ things: ['one'] });
  const index = await request(service.server).get('/wp-json/');
  expect(index.body.namespaces).toContain('acme/v1');
  await request(service.server).get('/plain').expect(200, { hello: 'world' });
  await service.close();
});
