import { type Command } from 'commander';
import { type Cli } from '../cli.js';
import { ProgressLine, ROWS } from '../progress-line.js';

export function register(program: Command, cli: Cli): void {
  const group = program.command('search-index').description('tables and triggers that keep searches quick');
  const index = async () => {
    const { Database } = await import('../../database/database.js');
    return (await cli.app()).get(Database, { strict: false }).searchIndex;
  };

  group
    .command('build')
    .description('makes the search index, or makes it anew; nobody waits meanwhile')
    .action(async () => {
      const line = new ProgressLine(cli.streams.stderr, ROWS);
      try {
        await (await index()).build((done, total) => line.update(done, total));
      } finally {
        line.stop();
      }
      cli.print({ built: true }, 'Built. Running processes use it within half a minute.');
    });

  group
    .command('check')
    .description('looks whether every word of every entry is in the search index')
    .action(async () => {
      const searchIndex = await index();
      if (!(await searchIndex.look())) cli.fail('There is no complete search index. `nestpress search-index build` makes it.');
      const differences = await searchIndex.differences();
      cli.print({ differences }, differences.length === 0 ? 'All words are there.' : [...differences, '`nestpress search-index build` makes it anew.'].join('\n'));
      if (differences.length > 0) cli.exit = 1;
    });

  group
    .command('remove')
    .description('takes the search index away; searches go on, only slower where there are many entries')
    .action(async () => {
      await (await index()).remove();
      cli.print({ removed: true }, 'Removed.');
    });
}
