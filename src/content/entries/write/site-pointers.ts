import type { Transaction } from '../../../database/database.js';
import type { OptionsStore } from '../../../database/options.store.js';
import { PhpArray, toIdList, toInt, toText } from '../../../text/php/index.js';

const STICKY = 'sticky_posts';

/** Options that refer to entries: sticky posts, the front page and the posts page. */
export class SitePointers {
  constructor(
    private readonly tx: Transaction,
    private readonly options: OptionsStore,
  ) {}

  async stick(id: number): Promise<void> {
    const ids = await this.sticky();
    if (!ids.includes(id)) await this.options.set(this.tx, STICKY, PhpArray.list([...ids, id]));
  }

  async unstick(id: number): Promise<void> {
    const ids = await this.sticky();
    if (ids.includes(id)) await this.options.set(this.tx, STICKY, PhpArray.list(ids.filter((other) => other !== id)));
  }

  /** Removes a deleted entry from the sticky posts, the front page and the posts page. */
  async forget(id: number, type: string): Promise<void> {
    await this.unstick(id);
    if (type !== 'page' || toText(await this.options.getForUpdate(this.tx, 'show_on_front')) !== 'page') return;
    if (toInt(await this.options.getForUpdate(this.tx, 'page_on_front')) === id) {
      await this.options.set(this.tx, 'show_on_front', 'posts');
      await this.options.set(this.tx, 'page_on_front', 0);
    }
    if (toInt(await this.options.getForUpdate(this.tx, 'page_for_posts')) === id)
      await this.options.set(this.tx, 'page_for_posts', 0);
  }

  private async sticky(): Promise<number[]> {
    return toIdList(await this.options.getForUpdate(this.tx, STICKY));
  }
}
