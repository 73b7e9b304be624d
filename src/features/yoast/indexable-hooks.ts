import { Injectable } from '@nestjs/common';
import { type BeforeEntryWrite, BeforeWrite, type TermChange, type UserChange } from '../../hooks/index.js';
import { IndexablesStore } from './indexables.store.js';

/** After a write here, the plugin has to build its row about the item again; a stale one would show the former title there. */
@Injectable()
export class IndexableHooks {
  constructor(private readonly indexables: IndexablesStore) {}

  @BeforeWrite('entry', { order: 1000 })
  entry({ id, tx }: BeforeEntryWrite): Promise<void> | void {
    return id === undefined ? undefined : this.indexables.forget(tx, 'post', id);
  }

  @BeforeWrite('term', { order: 1000 })
  term({ id, tx }: TermChange): Promise<void> | void {
    return id === undefined ? undefined : this.indexables.forget(tx, 'term', id);
  }

  @BeforeWrite('user', { order: 1000 })
  user({ id, tx }: UserChange): Promise<void> | void {
    return id === undefined ? undefined : this.indexables.forget(tx, 'user', id);
  }
}
