import { randomInt } from 'node:crypto';
import type { Database, Transaction } from '../database.js';
import { User, UserMeta } from '../entities/index.js';
import { toStored } from '../../text/php/index.js';

export const ADMIN_ID = 1;
export const ADMIN_LOGIN = 'admin';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const PASSWORD_LENGTH = 24;

/** Without characters that are easily confused. */
export function generatePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export interface Administrator {
  email: string;
  passwordHash: string;
  registered: string;
}

export async function createAdministrator(db: Database, tx: Transaction, admin: Administrator): Promise<void> {
  await tx.insert(User, {
    id: ADMIN_ID,
    login: ADMIN_LOGIN,
    passwordHash: admin.passwordHash,
    nicename: ADMIN_LOGIN,
    email: admin.email,
    registered: admin.registered,
    displayName: ADMIN_LOGIN,
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
  await tx.insert(
    UserMeta,
    Object.entries(meta).map(([key, value]) => ({ owner: ADMIN_ID, key, value })),
  );
}
