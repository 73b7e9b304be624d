import { WORDPRESS_TABLES } from '../../../database/schema/index.js';
import { type Finding, type DoctorContext, warn } from '../finding.js';

interface TableKind {
  name: string;
  engine: string;
  collation: string;
}

const MODERN = /^utf8mb4_/;
const WANTED = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci';

/** Old sites may have tables without transactions or utf8mb4. */
export async function checkTables({ database }: Pick<DoctorContext, 'database'>): Promise<Finding[]> {
  if (database.engine !== 'mysql') return [];
  const tables = await database.query<TableKind>(
    'SELECT TABLE_NAME AS name, ENGINE AS engine, TABLE_COLLATION AS collation FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ' +
      `AND TABLE_NAME IN (${WORDPRESS_TABLES.map(() => '?').join(', ')}) ORDER BY TABLE_NAME`,
    WORDPRESS_TABLES.map(({ name }) => database.tablePrefix + name),
  );
  const unsafe = tables.filter(({ engine }) => engine !== 'InnoDB');
  const narrow = tables.filter(({ collation }) => !MODERN.test(collation));
  return [
    ...found(
      unsafe,
      'are tables without transactions: of a write that fails half is left, and readers may see half of one',
      'ENGINE=InnoDB',
    ),
    ...found(
      narrow,
      'have no utf8mb4: emoji and letters outside of their character set become question marks',
      `CONVERT TO ${WANTED}`,
    ),
  ];
}

function found(tables: readonly TableKind[], trouble: string, change: string): Finding[] {
  if (tables.length === 0) return [];
  const names = tables.map(({ name }) => name);
  return [
    warn(
      'tables',
      `${names.join(', ')} ${trouble}.`,
      'Make a backup, then:',
      ...names.map((name) => `ALTER TABLE \`${name}\` ${change}`),
    ),
  ];
}
