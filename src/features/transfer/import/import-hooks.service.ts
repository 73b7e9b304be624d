import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../../../access/index.js';
import { ContentModel } from '../../../content-model/index.js';
import { Database, joinTransaction, type Transaction } from '../../../database/index.js';
import { isRefusal, WriteHooks } from '../../../hooks/index.js';
import { decideChanges, type EntryPatch } from '../../../modules/entries/index.js';
import { type NewItem } from './item-import.service.js';
import { type MetaValue, type WxrComment, type WxrItem, type WxrTerm } from './wxr-records.js';

const COMMENT_VALUES = ['content', 'author', 'authorName', 'authorEmail', 'authorUrl', 'parent', 'date', 'dateGmt'];
const TERM_VALUES = ['name', 'slug', 'description'];

/** What a hook has refused, and why. */
export type Refused = (what: string, reason: string) => void;

/** Calls the hooks of the writes of an import, which inserts its rows in bulk. Hooks see neither terms nor parents of entries. */
@Injectable()
export class ImportHooksService {
  /** Items as they are in the file: a transaction may run again. */
  private readonly originals = new WeakMap<WxrItem, WxrItem>();

  constructor(
    private readonly database: Database,
    private readonly hooks: WriteHooks,
    private readonly model: ContentModel,
  ) {}

  /** The items after their hooks, without refused ones and with their comments after theirs. */
  async decideItems(tx: Transaction, items: readonly NewItem[], refused: Refused): Promise<NewItem[]> {
    const decided: NewItem[] = [];
    for (const candidate of items) {
      const { id, type, title } = candidate.item;
      const item = this.hooks.has('entry', type)
        ? await this.unlessRefused(tx, () => this.decideItem(tx, candidate), refused, `${type} ${id} (${title})`)
        : candidate;
      if (item) decided.push(await this.withComments(tx, item, refused));
    }
    return decided;
  }

  /** A term that is about to be created, after its hooks; undefined if one refuses it. */
  decideTerm(tx: Transaction, term: WxrTerm, refused: Refused): Promise<WxrTerm | undefined> | WxrTerm {
    const { taxonomy } = term;
    if (!this.hooks.has('term', taxonomy)) return term;
    const about = { action: 'create', taxonomy, id: undefined, before: undefined, principal: SYSTEM } as const;
    const decide = () => this.hooks.decide('term', tx, about, term, TERM_VALUES);
    return this.unlessRefused(tx, decide, refused, `${taxonomy} ${term.slug}`);
  }

  private async decideItem(tx: Transaction, next: NewItem): Promise<NewItem> {
    const { author } = next;
    const item = this.original(next);
    const { title, content, excerpt, status, slug, menuOrder, password, commentStatus, pingStatus } = item;
    const row = { title, content, excerpt, status, slug, menuOrder, password, commentStatus, pingStatus };
    const changes: EntryPatch = {
      ...row,
      author,
      date: { local: item.date, gmt: item.dateGmt },
      meta: this.declaredMeta(item.type, next.meta),
    };
    const write = { type: item.type, before: undefined, changes, principal: SYSTEM, model: this.model };
    const decided = await decideChanges(this.hooks, tx, write);
    const names = Object.keys(row) as (keyof typeof row)[];
    const values = Object.fromEntries(names.map((name) => [name, decided[name] ?? row[name]]));
    // The item is the key under which the import remembers its row.
    Object.assign(next.item, values);
    return { ...next, author: decided.author ?? author, meta: withMeta(next.meta, decided.meta ?? []) };
  }

  private original({ item }: NewItem): WxrItem {
    const original = this.originals.get(item) ?? { ...item };
    this.originals.set(item, original);
    return original;
  }

  private declaredMeta(type: string, meta: readonly MetaValue[]) {
    return this.model.metaOf('post', type).flatMap(({ key, single }) => {
      const values = meta.filter((row) => row.key === key).map(({ value }) => value);
      return values.length > 0 ? [{ key, single, values }] : [];
    });
  }

  private async withComments(tx: Transaction, next: NewItem, refused: Refused): Promise<NewItem> {
    const item = this.original(next);
    if (item.comments.length === 0 || !this.hooks.has('comment')) return next;
    const about = { action: 'create', id: undefined, before: undefined, principal: SYSTEM } as const;
    const comments: WxrComment[] = [];
    for (const comment of item.comments) {
      const decide = () => this.hooks.decide('comment', tx, about, comment, COMMENT_VALUES);
      const decided = await this.unlessRefused(tx, decide, refused, `comment ${comment.id}`);
      if (decided) comments.push(decided);
    }
    Object.assign(next.item, { comments });
    return next;
  }

  /** Undefined if a hook refuses; what it wrote before is undone. */
  private async unlessRefused<T>(
    tx: Transaction,
    work: () => Promise<T>,
    refused: Refused,
    subject: string,
  ): Promise<T | undefined> {
    try {
      return await joinTransaction(this.database, tx, () => this.database.transaction(work));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused(subject, error.message);
      return undefined;
    }
  }
}

/** The rows of the file, with the values that hooks set in place of theirs. */
function withMeta(
  rows: readonly MetaValue[],
  changes: readonly { key: string; values: readonly string[] }[],
): MetaValue[] {
  const keys = new Set(changes.map(({ key }) => key));
  return [
    ...rows.filter(({ key }) => !keys.has(key)),
    ...changes.flatMap(({ key, values }) => values.map((value) => ({ key, value }))),
  ];
}
