import { type Database } from '../database/database.js';
import { type ScopePrincipal } from './declared-queries.js';

type Values = Readonly<Record<string, unknown>>;

/** Entries of a type, with the permissions, checks and events of the REST API. */
interface ActionEntries {
  get(
    id: number,
    options?: { readonly context?: 'view' | 'edit'; readonly _fields?: string },
  ): Promise<Values | undefined>;
  update(id: number, values: Values): Promise<Values>;
  find(query?: Values): Promise<{ readonly items: readonly Values[]; readonly total: number }>;
}

/** What actions and panels may use. */
export interface ActionContext {
  /** Entries of a content type, as its requester may read and write them. */
  entries(type: string): ActionEntries;
  readonly database: Database;
  readonly principal: ScopePrincipal;
}

/** Something that users do with one or several entries, in the lists and panels of the console. */
export interface EntryAction {
  /** Part of its address: lower-case letters, digits and dashes. */
  readonly name: string;
  /** Names of content types. */
  readonly on: readonly string[];
  /** Title of the button. */
  readonly label: string;
  /** Needed in addition to the right to edit each of the entries. */
  readonly capability?: string;
  /** A question that is asked before. */
  readonly confirm?: string;
  /** What the console says afterwards. */
  readonly done?: string;
  /** Name of the action of the same extension that undoes it, which the console offers afterwards. */
  readonly undo?: string;
  /** Whether the console shows it only to undo another one. */
  readonly isHidden?: boolean;
  /** All of the entries exist, are of one of the types, and may be edited by the requester. */
  run(ids: readonly number[], context: ActionContext): void | Promise<void>;
}

/** A line of a panel. */
export interface PanelRow {
  readonly label: string;
  readonly value?: string | number;
  /** Where the value leads to: a web address, or an address below that of the console, such as `content/exhibitions/12`. */
  readonly url?: string;
}

/** Facts about an entry, next to its editor. */
export interface EntryPanel {
  /** Part of its address: lower-case letters, digits and dashes. */
  readonly name: string;
  readonly title: string;
  /** Names of content types. */
  readonly on: readonly string[];
  /** Needed in addition to the right to edit the entry. */
  readonly capability?: string;
  /** Names of actions of the same extension. */
  readonly actions?: readonly string[];
  rows(id: number, context: ActionContext): readonly PanelRow[] | Promise<readonly PanelRow[]>;
}

/** What a module adds to the console. */
export interface ConsoleExtension {
  /** Part of its addresses: lower-case letters, digits and dashes. */
  readonly name: string;
  /**
   * URL of an ES module file for the browser: `new URL('./page.browser.js', import.meta.url)`. It cannot import other files.
   * Pages, cards and editors need one.
   */
  readonly module?: URL;
  /** Only for users with this capability; for everybody who may sign in by default. */
  readonly capability?: string;
  /** The navigation entry of the extension's page. */
  readonly page?: { readonly title: string };
  /** A card on the overview. */
  readonly card?: { readonly title: string };
  /** Meta keys whose values its editors edit. */
  readonly fields?: readonly string[];
  readonly actions?: readonly EntryAction[];
  readonly panels?: readonly EntryPanel[];
}
