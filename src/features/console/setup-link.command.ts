import { existsSync } from 'node:fs';
import { isConsoleServed } from '../admin-api/admin-api.config.js';
import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';

export function register(program: Command, cli: Cli): void {
  program
    .command('setup-link')
    .description('a new link to set up the site in the browser; earlier ones stop working')
    .addHelpText('after', '\nOnly while no administrator has signed in. The link works once, for 60 minutes.')
    .action(async () => {
      const config = cli.config();
      const [
        { OptionsStore },
        { AWAITS_SIGN_IN },
        { createSetupToken, SETUP_LINK_SECONDS },
        { openConfiguredDatabase },
        { isInstalledHere },
      ] = await Promise.all([
        import('../../database/options.store.js'),
        import('../../database/installer/default-options.js'),
        import('../../database/installer/setup-token.js'),
        import('../../platform/start/prepare-database.js'),
        import('../../platform/start/installed-here.js'),
      ]);
      // Opening would create the file.
      if (config.databaseUrl === undefined && !existsSync(config.databaseFile))
        cli.fail('There is no site in this database yet. `nestpress install` or a start of the service creates one.');
      if (!isConsoleServed({ config, isInstalledHere: await isInstalledHere(config) }))
        cli.fail('The console is off for this site. Set CONSOLE=on to use it.');
      const database = await openConfiguredDatabase(config);
      try {
        const options = new OptionsStore(database);
        if ((await options.text(AWAITS_SIGN_IN)) === '')
          cli.fail(
            'An administrator has signed in already. `nestpress user password LOGIN` sets a new password, `nestpress user list` shows the accounts.',
          );
        const site = config.siteUrl ?? (await options.text('home')).replace(/\/+$/, '');
        const url = `${site}/console/setup?token=${await createSetupToken(database)}`;
        cli.print({ url, expires_in: SETUP_LINK_SECONDS }, `${url}\nThe link works once, for 60 minutes.`);
      } finally {
        await database.close();
      }
    });
}
