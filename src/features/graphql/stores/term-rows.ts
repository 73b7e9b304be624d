import { type Term } from '../../../modules/terms/index.js';

/** A term with the columns that only the schema shows. */
export interface GraphTerm extends Omit<Term, 'description'> {
  /** Left out of terms of objects: MySQL sorts rows with a long text on disk. */
  readonly description?: string;
  readonly group: number;
}
