import { type Transaction } from './database.js';
import { WORDPRESS_TABLES } from './schema/index.js';

/** Makes the commit of a transaction count as a write to every table of the site, without changing a row. */
export async function touchAllTables(tx: Transaction, tablePrefix: string): Promise<void> {
  for (const { name, columns } of WORDPRESS_TABLES) {
    const column = `\`${columns[0]!.name}\``;
    await tx.execute(`UPDATE \`${tablePrefix}${name}\` SET ${column} = ${column} WHERE 1 = 0`);
  }
}
