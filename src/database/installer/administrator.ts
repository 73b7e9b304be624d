import { randomInt } from 'node:crypto';
import type { Database, Transaction } from '../database.js';
import { toStored } from '../../text/php/index.js';
import { insertRow, insertRows } from './rows.js';

export const ADMIN_ID = 1;
export const ADMIN_LOGIN = 'admin';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const PASSWORD_LENGTH = 24;

/** Without characters that are easily taken for one another. */
export function generatePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export interface Administrator {
  email: string;
  passwordHash: string;
  registered: string;
}

export async function createAdministrator(db: Database, tx: Transaction, admin: Administrator): Promise<void> {
  await insertRow(tx, db.tables.users, {
    ID: ADMIN_ID,
    user_login: ADMIN_LOGIN,
    user_pass: admin.passwordHash,
    user_nicename: ADMIN_LOGIN,
    user_email: admin.email,
    user_registered: admin.registered,
    display_name: ADMIN_LOGIN,
  });
  const meta: Record<string, string> = {
    nickname: ADMIN_LOGIN,
    first_name: '',
    last_name: '',
    description: '',
    rich_editing: 'true',
    syntax_highlighting: 'true',
    comment_shortcuts: 'false',
    admin_color: 'fresh',
    use_ssl: '0',
    show_admin_bar_front: 'true',
    locale: '',
    [`${db.tablePrefix}capabilities`]: toStored({ administrator: true }),
    [`${db.tablePrefix}user_level`]: '10',
  };
  const rows = Object.entries(meta).map(([meta_key, meta_value]) => ({ user_id: ADMIN_ID, meta_key, meta_value }));
  await insertRows(tx, db.tables.usermeta, rows);
}
