import { type Command } from 'commander';
import { type Cli, textTable } from '../../platform/command-line/cli.js';

interface CreateOptions {
  readOnly?: boolean;
  namespace?: string[];
}

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
    .option('--read-only', 'it can only read')
    .option('--namespace <name...>', 'it can be used for these namespaces only, such as wp/v2')
    .addHelpText(
      'after',
      '\nExample:\n  nestpress app-password create anna "News reader" --read-only --namespace wp/v2',
    )
    .action(async (account: string, name: string, { readOnly = false, namespace = [] }: CreateOptions) => {
      const created = await (await passwords()).create(account, name, { readOnly, namespaces: namespace });
      const lines = [
        `Created application password ${created.uuid} of ${created.login}.`,
        `Password: ${created.password}`,
        'It is shown only once.',
      ];
      cli.print(created, lines.join('\n'));
    });

  group
    .command('list')
    .description('the application passwords of an account')
    .argument(...ACCOUNT)
    .action(async (account: string) => {
      const found = await (await passwords()).list(account);
      const rows = found.map(({ uuid, name, created, lastUsed, readOnly, namespaces }) => [
        uuid,
        name,
        created ?? '',
        lastUsed ?? 'never',
        [readOnly ? 'reading' : '', ...namespaces].filter(Boolean).join(' '),
      ]);
      cli.print(
        found,
        textTable(['UUID', 'Name', 'Created', 'Last used', 'Only for'], rows, 'There are no application passwords.'),
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
