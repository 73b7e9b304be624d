import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { type Transaction } from '../../database/database.js';
import { OptionsStore } from '../../database/options.store.js';
import { COMMENT_RULES, type CommentRules } from './comment-rules.fields.js';
import { SettingsWriter } from './settings.writer.js';

type Name = keyof CommentRules;

const NAMES = Object.keys(COMMENT_RULES.fields) as Name[];

/** Options that switch a limit off which keeps its number. */
const SWITCHES: Partial<Record<Name, string>> = {
  close_comments_days_old: 'close_comments_for_old_posts',
  thread_comments_depth: 'thread_comments',
};
/** What a limit is while it is switched off. */
const OFF: Partial<Record<Name, number>> = { close_comments_days_old: 0, thread_comments_depth: 1 };

/** Names before WordPress 5.5, which sites of then still have. */
const FORMER_NAMES: Partial<Record<Name, string>> = {
  comment_previously_approved: 'comment_whitelist',
  disallowed_keys: 'blacklist_keys',
};

@Injectable()
export class CommentRulesService {
  constructor(
    private readonly options: OptionsStore,
    private readonly writer: SettingsWriter,
  ) {}

  /** Reads the current values: the requester may write them back. */
  async read(): Promise<CommentRules> {
    this.options.forget();
    const values = await Promise.all(NAMES.map((name) => this.value(name)));
    return Object.fromEntries(NAMES.map((name, index) => [name, values[index]])) as unknown as CommentRules;
  }

  async update(requested: Partial<CommentRules>, principal: Principal): Promise<CommentRules> {
    await this.writer.update(principal, requested, NAMES, async (tx, changes, names) => {
      for (const name of names) await this.write(tx, name, changes[name]!);
    });
    return this.read();
  }

  private async value(name: Name): Promise<string | number | boolean> {
    const option = await this.optionOf(name);
    const { type } = COMMENT_RULES.fields[name]!;
    if (type === 'boolean') return this.options.flag(option);
    if (type === 'string') return this.options.text(option);
    const isOff = SWITCHES[name] !== undefined && !(await this.options.flag(SWITCHES[name]));
    return isOff ? OFF[name]! : this.options.integer(option);
  }

  private async write(tx: Transaction, name: Name, value: string | number | boolean): Promise<void> {
    const option = await this.optionOf(name);
    if (typeof value === 'string') return this.options.setText(tx, option, value);
    const isOff = OFF[name] === value;
    if (SWITCHES[name] !== undefined) await this.options.set(tx, SWITCHES[name], isOff ? '' : '1');
    if (!isOff) await this.options.set(tx, option, typeof value === 'boolean' ? (value ? '1' : '') : value);
  }

  private async optionOf(name: Name): Promise<string> {
    const former = FORMER_NAMES[name];
    return former !== undefined && (await this.options.get(former)) !== undefined ? former : name;
  }
}
