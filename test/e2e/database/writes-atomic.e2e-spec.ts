import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database, type Transaction } from '../../../src/database/database.js';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';

/**
 * A kill hits a random moment, most often a harmless one. Here every write is stopped once before each of its statements,
 * and the tables must be what they were.
 */
eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    db = service.app.get(Database);
  });
  afterAll(() => service.close());

  const values = {
    title: 'All',
    content: 'or nothing',
    status: 'publish',
    format: 'aside',
    sticky: true,
    template: '',
  };
  const published = async (): Promise<number> => (await admin.post('/posts', values).expect(201)).body.id;

  test.each([
    ['creating', async () => () => admin.post('/posts', values)],
    [
      'changing',
      async () => {
        const id = await published();
        return () =>
          admin.post(`/posts/${id}`, { content: 'changed', slug: 'changed', categories: [], status: 'publish' });
      },
    ],
    [
      'trashing',
      async () => {
        const id = await published();
        await admin.post('/comments', { post: id, content: `On ${id}` }).expect(201);
        return () => admin.delete(`/posts/${id}`);
      },
    ],
    [
      'deleting',
      async () => {
        const id = await published();
        await admin.post(`/posts/${id}`, { content: 'with a revision' }).expect(200);
        return () => admin.delete(`/posts/${id}`, { force: true });
      },
    ],
  ])('%s is all or nothing, wherever it is stopped', async (_name, prepare) => {
    const send = await prepare();
    const before = await tables();
    let stoppedAt = 0;
    for (let status = 500; status === 500;) {
      stoppedAt++;
      status = (await stopping(stoppedAt, send)).status;
      if (status === 500) expect(await tables()).toEqual(before);
    }
    expect(stoppedAt).toBeGreaterThan(5);
    expect(await tables()).not.toEqual(before);
  });

  async function tables(): Promise<unknown[]> {
    const { posts, postmeta, terms, term_taxonomy, term_relationships, comments, commentmeta, options } = db.tables;
    const all = [posts, postmeta, terms, term_taxonomy, term_relationships, comments, commentmeta, options];
    return Promise.all(all.map((table) => db.query(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  }

  /** Runs the work while every transaction breaks before its n-th statement. */
  async function stopping<T>(n: number, work: () => PromiseLike<T>): Promise<T> {
    const transaction = db.transaction.bind(db);
    db.transaction = (inner) => transaction((tx) => inner(breaking(tx, n)));
    try {
      return await work();
    } finally {
      db.transaction = transaction;
    }
  }

  function breaking(tx: Transaction, n: number): Transaction {
    let left = n;
    const counted =
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        if (--left === 0) throw new Error('stopped on purpose');
        return run(...args);
      };
    return {
      query: counted(tx.query.bind(tx)) as Transaction['query'],
      execute: counted(tx.execute.bind(tx)),
      defer: counted(tx.defer.bind(tx)),
      insert: counted(tx.insert.bind(tx)) as Transaction['insert'],
      deferInsert: counted(tx.deferInsert.bind(tx)) as Transaction['deferInsert'],
      find: counted(tx.find.bind(tx)) as Transaction['find'],
      update: counted(tx.update.bind(tx)) as Transaction['update'],
      delete: counted(tx.delete.bind(tx)) as Transaction['delete'],
      deferDelete: counted(tx.deferDelete.bind(tx)) as Transaction['deferDelete'],
      changed: tx.changed.bind(tx),
      afterCommit: tx.afterCommit.bind(tx),
      manager: new Proxy(tx.manager, {
        get: (manager, name) => {
          const member: unknown = Reflect.get(manager, name);
          return typeof member === 'function' && ['update', 'delete', 'find'].includes(String(name))
            ? counted(member.bind(manager) as (...args: unknown[]) => Promise<unknown>)
            : member;
        },
      }),
    };
  }
});
