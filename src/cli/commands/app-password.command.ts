import { type Command } from 'commander';
import { type Cli, textTable } from '../cli.js';

export function register(program: Command, cli: Cli): void {
  const group = program
    .command('app-password')
    .description('application passwords: one per program, revocable one by one');
  const passwords = async () => new (await import('../account-app-passwords.js')).AccountAppPasswords(await cli.app());
  const ACCOUNT = ['<account>', 'login, e-mail address or number'] as const;

  group
    .command('create')
    .description('a new application password, shown once')
    .argument(...ACCOUNT)
    .argument('<name>', 'what it is for')
    .addHelpText('after', '\nExample:\n  nestpress app-password create anna "News reader"')
    .action(async (account: string, name: string) => {
      const made = await (await passwords()).create(account, name);
      const lines = [
        `Created application password ${made.uuid} of ${made.login}.`,
        `Password: ${made.password}`,
        'It is shown only once.',
      ];
      cli.print(made, lines.join('\n'));
    });

  group
    .command('list')
    .description('the application passwords of an account')
    .argument(...ACCOUNT)
    .action(async (account: string) => {
      const found = await (await passwords()).list(account);
      const rows = found.map(({ uuid, name, created, lastUsed }) => [uuid, name, created ?? '', lastUsed ?? 'never']);
      cli.print(
        found,
        textTable(['UUID', 'Name', 'Created', 'Last used'], rows, 'There are no application passwords.'),
      );
    });

  group
    .command('revoke')
    .description('revokes application passwords at once')
    .argument(...ACCOUNT)
    .argument('[which]', 'UUID or name')
    .option('--all', 'all application passwords of the account')
    .action(async (account: string, which: string | undefined, { all = false }: { all?: boolean }) => {
      if (all === (which !== undefined)) cli.fail('Say which application password, by UUID or name, or --all.', 2);
      const revoked = await (await passwords()).revoke(account, which);
      cli.print({ revoked }, revoked.length === 0 ? 'There was none to revoke.' : `Revoked ${revoked.join(', ')}.`);
    });
}
