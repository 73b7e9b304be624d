import { type Command } from 'commander';
import { type Cli, textTable } from '../../platform/command-line/cli.js';
import { PASSWORD_OPTION, choosePassword } from '../secrets.js';
import { type AccountLine } from '../user-accounts.js';

interface CreateOptions {
  role?: string[];
  name?: string;
  passwordStdin?: boolean;
}

interface DeleteOptions {
  reassign?: string;
  deleteContent?: boolean;
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function register(program: Command, cli: Cli): void {
  const user = program.command('user').description('user accounts');
  /** With the password if it was generated. */
  const printAccount = (account: AccountLine, sentence: string, password: string | false) =>
    password === false
      ? cli.print(account, sentence)
      : cli.print({ ...account, password }, `${sentence}\nPassword: ${password}\nIt is shown only once.`);
  const accounts = async () => new (await import('../user-accounts.js')).UserAccounts(await cli.app());

  user
    .command('list')
    .description('all accounts, with their roles')
    .option('--role <role>', 'only accounts with this role; may be repeated', collect)
    .option('--search <text>', 'only accounts whose login, name, e-mail address or site has this text')
    .action(async ({ role, search }: { role?: string[]; search?: string }) => {
      const found = await (await accounts()).list({ roles: role, search });
      const rows = found.map(({ id, login, email, name, roles }) => [id, login, email, name, roles.join(', ')]);
      cli.print(found, textTable(['ID', 'Login', 'Email', 'Name', 'Roles'], rows, 'There are no such accounts.'));
    });

  user
    .command('create')
    .description('a new account')
    .argument('<login>')
    .argument('<email>')
    .option('--role <role>', 'role, the site’s default role if omitted; may be repeated', collect)
    .option('--name <name>', 'the name shown to others')
    .option(...PASSWORD_OPTION)
    .addHelpText('after', '\nExample:\n  nestpress user create anna anna@site.example --role editor')
    .action(async (login: string, email: string, { role, name, passwordStdin = false }: CreateOptions) => {
      const all = await accounts();
      const { password, generated } = await choosePassword(cli, passwordStdin);
      const account = await all.create({
        username: login,
        email,
        password,
        ...(name !== undefined && { name }),
        ...(role && { roles: role }),
      });
      printAccount(account, `Created account ${account.id} (${account.login}).`, generated && password);
    });

  user
    .command('password')
    .description('a new password for an account; all its sessions end')
    .argument('<account>', 'login, e-mail address or number')
    .option(...PASSWORD_OPTION)
    .action(async (name: string, { passwordStdin = false }: { passwordStdin?: boolean }) => {
      const all = await accounts();
      const found = await all.find(name);
      const { password, generated } = await choosePassword(cli, passwordStdin);
      await all.setPassword(found, password);
      const sentence = `Account ${found.id} (${found.login}) has a new password.`;
      printAccount(await all.line(found), sentence, generated && password);
    });

  user
    .command('role')
    .description('replaces the roles of an account')
    .argument('<account>', 'login, e-mail address or number')
    .argument('<roles...>')
    .addHelpText('after', '\nExample:\n  nestpress user role anna author')
    .action(async (name: string, roles: string[]) => {
      const all = await accounts();
      const account = await all.setRoles(await all.find(name), roles);
      cli.print(account, `Account ${account.id} (${account.login}) now has: ${account.roles.join(', ')}.`);
    });

  user
    .command('delete')
    .description('deletes an account')
    .argument('<account>', 'login, e-mail address or number')
    .option('--reassign <account>', 'give its entries to this account')
    .option('--delete-content', 'put its posts and pages into the trash and delete its media')
    .action(async (name: string, { reassign, deleteContent = false }: DeleteOptions) => {
      if ((reassign === undefined) !== deleteContent)
        cli.fail('Say what happens to its entries: either --reassign <account> or --delete-content.', 2);
      const all = await accounts();
      const found = await all.find(name);
      await all.delete(found, reassign === undefined ? undefined : await all.find(reassign));
      cli.print({ deleted: true, id: found.id, login: found.login }, `Deleted account ${found.id} (${found.login}).`);
    });
}
