import { readFile } from 'node:fs/promises';
import { type Command } from 'commander';
import { ANONYMOUS, Principal } from '../../access/principal.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { type Cli, textTable, wholeNumber } from '../../platform/command-line/cli.js';

/** The operator may store any HTML. */
const OPERATOR = new Principal({ ...ANONYMOUS, caps: new Set(['unfiltered_html']) });

/** The REST API counts popups, but has no route to create them. */
export function register(program: Command, cli: Cli): void {
  const group = program.command('popup').description('popups, whose openings and conversions are counted');
  const popups = async () => {
    const app = await cli.app();
    const { routeModules } = app.get<Profile>(PROFILE);
    if (!routeModules.includes('popups'))
      cli.fail('This site has no popups: the configured interface does not include them.');
    const { PopupsStore } = await import('./popups.store.js');
    const { PopupsWriter } = await import('./popups.writer.js');
    return { store: app.get(PopupsStore), writer: app.get(PopupsWriter) };
  };

  group
    .command('list')
    .description('all popups with their counts')
    .action(async () => {
      const { store } = await popups();
      const found = await store.list();
      const rows = found.map(({ id, title, status, opened, converted }) => [id, title, status, opened, converted]);
      cli.print(found, textTable(['ID', 'Title', 'Status', 'Opened', 'Converted'], rows, 'There are no popups.'));
    });

  group
    .command('create')
    .description('a new popup')
    .argument('<title>')
    .option('--content <file>', 'a file with its HTML')
    .action(async (title: string, { content }: { content?: string }) => {
      if (title.trim() === '') cli.fail('A popup needs a title.', 2);
      const { writer } = await popups();
      const { SiteService } = await import('../../site/site.service.js');
      const site = await (await cli.app()).get(SiteService).current();
      const html = content === undefined ? '' : await readFile(content, 'utf8');
      const popup = { title: title.trim(), content: html, status: 'publish' };
      const id = await writer.create(popup, { site, principal: OPERATOR });
      cli.print({ id, title: title.trim() }, `Created popup ${id}.`);
    });

  group
    .command('delete')
    .description('deletes a popup for good, with its counts')
    .argument('<id>', 'its number', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .action(async (id: number) => {
      const { store, writer } = await popups();
      if (!(await store.exists(id)) || !(await writer.delete(id))) cli.fail(`There is no popup ${id}.`);
      cli.print({ id, deleted: true }, `Deleted popup ${id}.`);
    });
}
