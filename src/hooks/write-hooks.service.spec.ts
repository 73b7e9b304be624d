import { expect, test } from '@jest/globals';
import { Injectable, type Provider, Scope } from '@nestjs/common';
import { forEachEngine } from '../../test/support/databases.js';
import { startHooks } from '../../test/support/hooks-module.js';
import { SYSTEM } from '../access/principal.js';
import { Database } from '../database/database.js';
import { Option } from '../database/entities/index.js';
import { StartError } from '../platform/start/start-error.js';
import { BeforeWrite, type HookOptions } from './before-write.decorator.js';
import { type ChangeKind, type TermChange, type TermValues } from './changes.js';
import { WriteHooks } from './write-hooks.service.js';

const VALUES: TermValues = { name: 'news', slug: 'news', description: '', parent: 0 };
const NEW_TERM = { action: 'create', principal: SYSTEM, id: undefined, before: undefined } as const;

/** A provider that is refused at the start, or not. */
function hookFor(kind: string, options: HookOptions = {}, scope = Scope.DEFAULT): Provider {
  @Injectable({ scope })
  class Hooks {
    @BeforeWrite(kind as ChangeKind, options)
    hook(): void {}
  }
  return Hooks;
}

@Injectable()
class Names {
  constructor(private readonly database: Database) {}

  @BeforeWrite('term', { order: 1 })
  last({ next, set }: TermChange): void {
    set({ name: `${next.name} last` });
  }

  @BeforeWrite('term', { types: ['post_tag'] })
  ofTags({ next, set }: TermChange): void {
    set({ name: `${next.name} tag` });
  }

  @BeforeWrite('term', { order: -1 })
  async first({ next, set }: TermChange): Promise<void> {
    const option = await this.database.manager.findOneBy(Option, { name: 'prefix' });
    set({ name: `${option?.value ?? ''}${next.name} first` });
  }
}

forEachEngine((_engine, makeDatabase) => {
  const decide = (hooks: WriteHooks, database: Database, taxonomy: string, values = VALUES) =>
    database.transaction((tx) => hooks.decide('term', tx, { ...NEW_TERM, taxonomy }, values, Object.keys(VALUES)));

  test('hooks run by their order and then as they are declared, each for its types', async () => {
    const database = await makeDatabase();
    const hooks = (await startHooks(database, [Names])).get(WriteHooks);
    expect((await decide(hooks, database, 'category')).name).toBe('news first last');
    expect((await decide(hooks, database, 'post_tag')).name).toBe('news first tag last');
    expect([hooks.has('term', 'category'), hooks.has('comment')]).toEqual([true, false]);
  });

  test('a hook reads the rows of the transaction, also by the database of its provider', async () => {
    const database = await makeDatabase();
    const hooks = (await startHooks(database, [Names])).get(WriteHooks);
    const { name } = await database.transaction(async (tx) => {
      await tx.insert(Option, { name: 'prefix', value: 'my ', autoload: 'no' });
      return hooks.decide('term', tx, { ...NEW_TERM, taxonomy: 'category' }, VALUES);
    });
    expect(name).toBe('my news first last');
  });

  test('a write of a hook is undone with the write that it refuses', async () => {
    @Injectable()
    class Refusing {
      constructor(private readonly database: Database) {}

      @BeforeWrite('term')
      async refuse(): Promise<void> {
        await this.database.transaction((tx) => tx.insert(Option, { name: 'left', value: '', autoload: 'no' }));
        throw new Error('refused');
      }
    }
    const database = await makeDatabase();
    const hooks = (await startHooks(database, [Refusing])).get(WriteHooks);
    await expect(decide(hooks, database, 'category')).rejects.toThrow('refused');
    expect(await database.manager.existsBy(Option, { name: 'left' })).toBe(false);
  });

  test('hooks whose writes call each other end with an error that names them', async () => {
    const causes: string[][] = [];
    @Injectable()
    class Circular {
      constructor(
        private readonly database: Database,
        private readonly hooks: WriteHooks,
      ) {}

      @BeforeWrite('term')
      async again({ cause }: TermChange): Promise<void> {
        causes.push([...cause]);
        await decide(this.hooks, this.database, 'category');
      }
    }
    const database = await makeDatabase();
    const hooks = (await startHooks(database, [Circular])).get(WriteHooks);
    await expect(decide(hooks, database, 'category')).rejects.toThrow(/more than 5 times: Circular\.again → /);
    expect(causes.slice(0, 2)).toEqual([[], ['Circular.again']]);
    expect(causes).toHaveLength(5);
    expect(hooks.cause).toEqual([]);
  });

  test('values that do not exist, and those of what is deleted, cannot be set', async () => {
    @Injectable()
    class Wrong {
      @BeforeWrite('term')
      set(change: TermChange): void {
        change.set({ [change.action === 'create' ? 'colour' : 'name']: 'red' } as Partial<TermValues>);
      }
    }
    const database = await makeDatabase();
    const hooks = (await startHooks(database, [Wrong])).get(WriteHooks);
    await expect(decide(hooks, database, 'category')).rejects.toThrow('A term has no value "colour"');
    const deletion = { ...NEW_TERM, action: 'delete', taxonomy: 'category', id: 3, before: VALUES } as const;
    const deleted = database.transaction((tx) => hooks.decide('term', tx, deletion, VALUES));
    await expect(deleted).rejects.toThrow('A term that is deleted cannot be changed.');
  });

  test.each([
    [hookFor('posts'), '@BeforeWrite has no kind "posts". Kinds: entry, term'],
    [
      hookFor('entry', { types: ['book'] }),
      'names the content type "book", which does not exist. It may name post, page',
    ],
    [hookFor('term', { types: ['post'] }), 'names the taxonomy "post"'],
    [hookFor('user', { types: ['post'] }), 'of kind "user" has no types'],
    [hookFor('entry', { types: [] }), 'needs a list of names'],
    [hookFor('entry', { order: NaN }), 'needs a number as order'],
    [hookFor('entry', { type: ['post'] } as never), 'type is not known here. Known are types, order'],
    [hookFor('entry', {}, Scope.REQUEST), 'must be a singleton'],
  ])('a declaration that cannot work stops the start %#', async (provider, message) => {
    const start = startHooks(await makeDatabase(), [provider]);
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(message);
  });
});
