import { type Term } from '../../../modules/terms/index.js';

/** A term with the columns that only the schema shows. */
export interface GraphTerm extends Term {
  readonly group: number;
}
