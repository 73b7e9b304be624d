import { Injectable, Module } from '@nestjs/common';
import { describe, expect, test } from '@jest/globals';
import { PUBLIC, READABLE, RestController, Route } from '../../../src/rest/route/route.decorators.js';
import { type CacheTag } from '../../../src/rest/route/route.types.js';
import { NamespaceModule } from '../../../src/rest/discovery/index.controller.js';
import { defineContentType, defineMeta } from '../../../src/content-model/declarations.js';
import { eachEngine, startTestApp } from '../../support/app.js';

const TYPO = 'nestpress_evnets' as CacheTag;

@RestController({ namespace: 'acme/v1', base: '/stale' })
@Injectable()
class StaleController {
  @Route({ methods: READABLE, can: PUBLIC, cache: [TYPO] })
  list(): object {
    return {};
  }
}

@Module({ imports: [NamespaceModule.register('acme/v1')], controllers: [StaleController] })
class StaleModule {}

@RestController({ namespace: 'wp/v2', base: '/books' })
class RivalController {
  @Route({ methods: READABLE, can: PUBLIC })
  all(): object {
    return {};
  }
}

@Module({ controllers: [RivalController] })
class RivalModule {}

const book = (more: object = {}) => defineContentType({ name: 'book', label: 'Books', restBase: 'books', ...more });

eachEngine((engine) => {
  describe('the start is refused', () => {
    test('for a cached route that names a table which does not exist', async () => {
      await expect(startTestApp({}, engine, { modules: [StaleModule] })).rejects.toThrow(
        'StaleController.list names the table "nestpress_evnets" in `cache`, which does not exist.',
      );
    });

    test('for a route that two places declare', async () => {
      await expect(startTestApp({}, engine, { modules: [RivalModule], content: [book()] })).rejects.toThrow(
        /GET \/wp\/v2\/books is declared twice: by (?:BooksController\.list and by RivalController\.all|RivalController\.all and by BooksController\.list)\./,
      );
    });

    test('for a capability that no role has', async () => {
      await expect(startTestApp({}, engine, { content: [book({ capabilityType: 'tome' })] })).rejects.toThrow(
        /Content type "book" \(.*fail-closed.*\) needs the capability "edit_tomes", which no role of the site has/,
      );
      const secret = defineMeta({ object: 'user', key: 'secret', type: 'string', read: 'read_secrets' });
      await expect(startTestApp({}, engine, { content: [secret] })).rejects.toThrow('Meta key "secret"');
    });
  });
});

describe('the start is refused', () => {
  test('for a module file that is missing or exports nothing of use', async () => {
    const { loadModules } = await import('../../../src/hooks/load-modules.js');
    await expect(loadModules({ modules: ['./nowhere.js'] })).rejects.toThrow('NESTPRESS_MODULES: there is no file');
    await expect(loadModules({ modules: ['./tools/free-port.mjs'] })).rejects.toThrow('exports neither');
  });
});
