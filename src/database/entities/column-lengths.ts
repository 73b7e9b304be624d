import { columnType, type EntityClass } from './column.decorators.js';

/** A value that does not fit its column. MySQL would truncate it, SQLite would store it whole. */
export class ValueTooLong extends Error {
  /** Name of the value in the request. */
  constructor(readonly member: string) {
    super(`The ${member} is too long.`);
  }
}

const BYTES: ReadonlyMap<string, number> = new Map([
  ['tinytext', 255],
  ['text', 65_535],
]);

/** Whether a text fits its column on MySQL, which limits varchar columns by characters and text columns by bytes. */
export function fitsColumn<E extends object>(entity: EntityClass<E>, member: keyof E & string, text: string): boolean {
  const type = columnType(entity, member);
  const characters = Number(/^varchar\((\d+)\)/.exec(type)?.[1] ?? Infinity);
  if (text.length > characters && text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ' ').length > characters)
    return false;
  const bytes = BYTES.get(type) ?? Infinity;
  return text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes;
}
