import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';
import { PASSWORD_OPTION, choosePassword } from '../secrets.js';

interface InstallFlags {
  url?: string;
  title: string;
  adminEmail?: string;
  sample?: boolean;
  amongOthers?: boolean;
  passwordStdin?: boolean;
}

export function register(program: Command, cli: Cli): void {
  program
    .command('install')
    .description('creates tables, options and the administrator on an empty database; does not change an existing site')
    .option('--url <address>', 'the site’s address; SITE_URL or http://localhost:PORT by default')
    .option('--title <title>', 'the site’s title', 'Nestpress')
    .option('--admin-email <address>', 'the administrator’s e-mail address')
    .option('--sample', 'add a few sample posts, pages and comments')
    .option('--among-others', 'install although the database has tables of another application')
    .option(...PASSWORD_OPTION)
    .addHelpText('after', '\nThe login is admin. ADMIN_PASSWORD is used as its password where it is set.')
    .action(async ({ passwordStdin = false, ...flags }: InstallFlags) => {
      const { installSite } = await import('../install-site.js');
      const configured = cli.config().adminPassword;
      const adminPassword = passwordStdin ? (await choosePassword(cli, true)).password : configured;
      const result = await installSite(cli, { ...flags, adminPassword });
      cli.print(result, toText(result));
    });
}

function toText({
  installed,
  site,
  tables,
  login,
  password,
}: {
  installed: boolean;
  site: string;
  tables: string[];
  login?: string;
  password?: string;
}): string {
  const lines = [installed ? `Installed ${site}.` : `There is a site already: ${site}.`];
  lines.push(tables.length > 0 ? `Created tables: ${tables.join(', ')}.` : 'Nothing had to be created.');
  if (login !== undefined)
    lines.push(
      password === undefined
        ? `Sign in as ${login} with the password you gave.`
        : `Sign in as ${login} with the password ${password}\nIt is shown only once.`,
    );
  return lines.join('\n');
}
