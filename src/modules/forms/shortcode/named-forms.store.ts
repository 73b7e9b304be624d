import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { escapeLike, like } from '../../../database/engine/dialect.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { FORM_TYPE, readProperties } from '../forms.store.js';

/** A form as shown on pages. */
export interface NamedForm {
  readonly id: number;
  readonly title: string;
  readonly locale: string;
  readonly template: string;
  readonly hash: string | undefined;
}

interface MetaRow {
  id: number;
  name: string;
  value: string | null;
}

/** Loads the forms that pages refer to, in at most three queries. */
@Injectable()
export class NamedFormsStore {
  constructor(private readonly database: Database) {}

  /** By ID, by the beginning of their hash, or by title; only existing ones. */
  async find(ids: readonly number[], hashes: readonly string[], titles: readonly string[]): Promise<NamedForm[]> {
    const byHash = await this.hashed(hashes);
    const wanted = [...ids, ...byHash.keys()];
    const tests = [
      ...(wanted.length > 0 ? [`ID IN (${placeholders(wanted.length)})`] : []),
      ...(titles.length > 0 ? [`post_title IN (${placeholders(titles.length)})`] : []),
    ];
    if (tests.length === 0) return [];
    const rows = await this.database.query<{ id: number; title: string | null }>(
      `SELECT ID AS id, post_title AS title FROM ${this.database.tables.posts} WHERE post_type = ? AND post_status = 'publish' AND (${tests.join(' OR ')}) ORDER BY ID`,
      [FORM_TYPE, ...wanted, ...titles],
    );
    const metas = await this.metas(rows.map(({ id }) => id));
    return rows.map((row) => {
      const own = new Map(metas.filter(({ id }) => id === row.id).map(({ name, value }) => [name, value]));
      return {
        ...row,
        title: row.title ?? '',
        locale: own.get('_locale') || 'en_US',
        template: readProperties(own).form,
        hash: byHash.get(row.id),
      };
    });
  }

  /** Newer versions of the original refer to forms by a hash. */
  private async hashed(hashes: readonly string[]): Promise<Map<number, string>> {
    if (hashes.length === 0) return new Map();
    const tests = hashes.map(() => like('meta_value')).join(' OR ');
    const rows = await this.database.query<{ id: number; hash: string }>(
      `SELECT post_id AS id, meta_value AS hash FROM ${this.database.tables.postmeta} WHERE meta_key = '_hash' AND (${tests})`,
      hashes.map((hash) => `${escapeLike(hash)}%`),
    );
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  }

  private async metas(ids: readonly number[]): Promise<MetaRow[]> {
    if (ids.length === 0) return [];
    return this.database.query<MetaRow>(
      `SELECT post_id AS id, meta_key AS name, meta_value AS value FROM ${this.database.tables.postmeta} ` +
        `WHERE post_id IN (${placeholders(ids.length)}) AND meta_key IN ('_form', '_locale') ORDER BY meta_id DESC`,
      ids,
    );
  }
}
