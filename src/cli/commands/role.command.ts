import { type Command } from 'commander';
import { type RolesStore } from '../../access/roles.store.js';
import { type OperatorLog } from '../../feature.js';
import { type Transaction } from '../../database/database.js';
import { type Cli, textTable } from '../../platform/command-line/cli.js';

const CAPABILITY = /^[a-z0-9_-]+$/;
const ADMINISTRATOR = 'administrator';

export function register(program: Command, cli: Cli): void {
  const group = program.command('role').description('roles and their capabilities');

  /** Without the application, which does not start while a declaration requires a capability that no role has. */
  const withRoles = async <T>(work: (roles: RolesStore, log: OperatorLog | undefined) => Promise<T>): Promise<T> => {
    const { assertSiteExists } = await import('../../platform/command-line/assert-site-exists.js');
    const { RolesStore } = await import('../../access/roles.store.js');
    const { OptionsStore } = await import('../../database/options.store.js');
    const { operatorLog } = await import('../operator-log.js');
    const { openConfiguredDatabase } = await import('../../platform/start/prepare-database.js');
    await assertSiteExists(cli.config());
    const database = await openConfiguredDatabase(cli.config());
    try {
      return await work(new RolesStore(database, new OptionsStore(database)), await operatorLog(database));
    } finally {
      await database.close();
    }
  };

  group
    .command('list')
    .description('all roles, with the number of their capabilities; of one role its capabilities')
    .argument('[role]')
    .action(async (role: string | undefined) => {
      const lines = await withRoles(readRoles);
      if (role !== undefined) {
        const { capabilities } = lines.find(({ name }) => name === role) ?? cli.fail(unknownRole(role, lines));
        cli.print({ role, capabilities }, capabilities.join('\n'));
        return;
      }
      const rows = lines.map(({ name, capabilities }) => [name, capabilities.length]);
      cli.print(lines, textTable(['Role', 'Capabilities'], rows, 'There are no roles.'));
    });

  const change = (verb: 'grant' | 'revoke', description: string) =>
    group
      .command(verb)
      .description(description)
      .argument('<role>')
      .argument('<capabilities...>')
      .addHelpText('after', `\nExample:\n  nestpress role ${verb} editor edit_books publish_books`)
      .action(async (role: string, capabilities: string[]) => {
        const invalid = capabilities.find((name) => !CAPABILITY.test(name));
        if (invalid !== undefined)
          cli.fail(
            `${JSON.stringify(invalid)} is not a capability: small letters, digits, _ and - are possible, as in edit_books.`,
            2,
          );
        if (verb === 'revoke' && role === ADMINISTRATOR && capabilities.includes('manage_options'))
          cli.fail('Without manage_options no user could administer the site.');
        const outcome = verb === 'grant' ? 'granted' : 'revoked';
        await withRoles(async (roles, log) => {
          const facts = { objectType: 'role', objectId: 0, objectName: role, details: { [outcome]: capabilities } };
          const afterWrite = async (tx: Transaction) => log?.(tx, 'role.updated', facts);
          if (!(await roles.setCapabilities(role, capabilities, verb === 'grant', afterWrite)))
            cli.fail(unknownRole(role, await readRoles(roles)));
        });
        const has = verb === 'grant' ? 'now has' : 'no longer has';
        cli.print({ role, [outcome]: capabilities }, `${role} ${has}: ${capabilities.join(', ')}.`);
      });
  change('grant', 'gives capabilities to a role, for example those of a declared content type');
  change('revoke', 'takes capabilities away from a role');
}

interface RoleLine {
  name: string;
  capabilities: string[];
}

async function readRoles(roles: RolesStore): Promise<RoleLine[]> {
  return [...(await roles.definitions())].map(([name, { capabilities }]) => ({
    name,
    capabilities: [...capabilities].filter(([, isGranted]) => isGranted).map(([capability]) => capability),
  }));
}

function unknownRole(role: string, lines: readonly RoleLine[]): string {
  return `There is no role ${JSON.stringify(role)}. Roles: ${lines.map(({ name }) => name).join(', ')}.`;
}
