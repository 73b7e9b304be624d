import { type Command } from 'commander';
import { type Cli, textTable } from '../../platform/command-line/cli.js';

export function register(program: Command, cli: Cli): void {
  const group = program.command('settings').description('settings of the site, by their names in the REST API');
  const settings = async () => new (await import('./site-settings.service.js')).SiteSettingsService(await cli.app());

  group
    .command('get')
    .description('one setting, or all of them')
    .argument('[name]')
    .action(async (name: string | undefined) => {
      if (name !== undefined) {
        const value = await (await settings()).get(name);
        cli.print({ [name]: value }, String(value ?? ''));
        return;
      }
      const all = await (await settings()).all();
      const rows = Object.entries(all).map(([key, value]) => [key, String(value ?? '')]);
      cli.print(all, textTable(['Setting', 'Value'], rows, ''));
    });

  group
    .command('set')
    .description('changes a setting')
    .argument('<name>')
    .argument('<value>')
    .addHelpText('after', '\nExample:\n  nestpress settings set title "My site"')
    .action(async (name: string, value: string) => {
      const stored = await (await settings()).set(name, value);
      cli.print({ [name]: stored }, `${name} is now ${JSON.stringify(stored)}.`);
    });
}
