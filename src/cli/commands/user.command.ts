import { type Command } from 'commander';
import { type Cli } from '../cli.js';
import { textTable } from '../text-table.js';

export function register(program: Command, cli: Cli): void {
  const user = program.command('user').description('accounts of people');

  user
    .command('list')
    .description('all accounts, with their roles')
    .action(async () => {
      const { UserAccounts } = await import('../users/user-accounts.js');
      const accounts = await new UserAccounts(await cli.app()).list();
      const rows = accounts.map(({ id, login, email, name, roles }) => [id, login, email, name, roles.join(', ')]);
      cli.print(accounts, textTable(['ID', 'Login', 'Email', 'Name', 'Roles'], rows, 'There are no accounts.'));
    });
}
