import { type SqlParameter } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';

/** SQL text and the values for its question marks, in order. */
export class SqlPart {
  readonly texts: string[] = [];
  readonly parameters: SqlParameter[] = [];

  add(text: string, ...parameters: SqlParameter[]): this {
    this.texts.push(text);
    this.parameters.push(...parameters);
    return this;
  }

  in(column: string, values: readonly (string | number)[]): this {
    return values.length === 1
      ? this.add(`${column} = ?`, values[0]!)
      : this.add(`${column} IN (${placeholders(values.length)})`, ...values);
  }

  notIn(column: string, values: readonly (string | number)[]): this {
    return this.add(`${column} NOT IN (${placeholders(values.length)})`, ...values);
  }

  join(separator: string): string {
    return this.texts.join(separator);
  }
}
