import { type Principal } from '../../access/index.js';
import { type Transaction } from '../../database/index.js';
import { type Site } from '../../site/index.js';

/** Stores languages and translations, each inside the transaction of a write. Refusals are errors of the REST API. */
export interface LanguageWrites {
  setEntryLanguage(tx: Transaction, id: number, language: string): Promise<void>;
  /** Makes the entry and the named ones translations of each other. */
  translateEntry(tx: Transaction, id: number, translations: Readonly<Record<string, number>>): Promise<void>;
  setTermLanguage(tx: Transaction, id: number, language: string): Promise<void>;
  translateTerm(tx: Transaction, id: number, translations: Readonly<Record<string, number>>): Promise<void>;
  /** Whether the requester may link the entries. */
  assertMayTranslate(tx: Transaction, site: Site, principal: Principal, ids: readonly number[]): Promise<void>;
}
