import { readFile } from 'node:fs/promises';
import { type Command } from 'commander';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type Cli, textTable, wholeNumber } from '../cli.js';

/** The REST API counts popups, but has no route to create them. */
export function register(program: Command, cli: Cli): void {
  const group = program.command('popup').description('popups, whose openings and conversions are counted');
  const store = async () => {
    const app = await cli.app();
    const { extensions } = app.get<Profile>(PROFILE, { strict: false });
    if (!extensions.includes('popups'))
      cli.fail('This site has no popups: the configured interface does not include them.');
    const { PopupsStore } = await import('../../modules/popups/popups.store.js');
    return app.get(PopupsStore, { strict: false });
  };

  group
    .command('list')
    .description('all popups with their counts')
    .action(async () => {
      const popups = await (await store()).list();
      const rows = popups.map(({ id, title, status, opened, converted }) => [id, title, status, opened, converted]);
      cli.print(popups, textTable(['ID', 'Title', 'Status', 'Opened', 'Converted'], rows, 'There are no popups.'));
    });

  group
    .command('create')
    .description('a new popup')
    .argument('<title>')
    .option('--content <file>', 'a file with its HTML')
    .action(async (title: string, { content }: { content?: string }) => {
      if (title.trim() === '') cli.fail('A popup needs a title.', 2);
      const popups = await store();
      const { SiteService } = await import('../../site/site.service.js');
      const site = await (await cli.app()).get(SiteService, { strict: false }).current();
      const html = content === undefined ? '' : await readFile(content, 'utf8');
      const id = await popups.create({ title: title.trim(), content: html, site, author: 0 });
      cli.print({ id, title: title.trim() }, `Created popup ${id}.`);
    });

  group
    .command('delete')
    .description('deletes a popup for good, with its counts')
    .argument('<id>', 'its number', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .action(async (id: number) => {
      if (!(await (await store()).delete(id))) cli.fail(`There is no popup ${id}.`);
      cli.print({ id, deleted: true }, `Deleted popup ${id}.`);
    });
}
