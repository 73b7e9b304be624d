import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterAll, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createMysqlDatabase, onMysql } from '../../test/support/databases.js';
import { Database } from './database.js';
import { DatabaseModule } from './database.module.js';
import { install } from './installer/install.js';
import { OptionsStore } from './options.store.js';

const folder = mkdtempSync(join(tmpdir(), 'nestpress-module-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

@Injectable()
class Reader {
  constructor(
    readonly database: Database,
    readonly options: OptionsStore,
  ) {}
}

@Module({ providers: [Reader] })
class ReaderModule {}

test('any module gets the database; it is closed on shutdown and opened again with its rows', async () => {
  const file = join(folder, 'new', 'site.sqlite');
  const start = () =>
    Test.createTestingModule({
      imports: [DatabaseModule.forRoot({ file, tablePrefix: 'wp_' }), ReaderModule],
    }).compile();

  const first = await start();
  const { database } = first.get(Reader);
  await install(database, { siteUrl: 'http://site.example', title: 'Kept', sample: false });
  expect(statSync(file).mode & 0o077).toBe(0);
  await first.close();
  expect(first.get(DataSource).isInitialized).toBe(false);
  await expect(database.ping()).rejects.toThrow();

  const second = await start();
  expect(await second.get(Reader).options.get('blogname')).toBe('Kept');
  await second.close();
});

onMysql(() => {
  test('the same on a server', async () => {
    const { url, drop } = await createMysqlDatabase();
    const module = await Test.createTestingModule({
      imports: [DatabaseModule.forRoot({ url, file: '', tablePrefix: 'wp_' }), ReaderModule],
    }).compile();
    const { database } = module.get(Reader);
    expect(database.engine).toBe('mysql');
    await database.ping();
    await module.close();
    await expect(database.ping()).rejects.toThrow();
    await drop();
  });
});
