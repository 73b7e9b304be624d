import { type Command } from 'commander';
import { type Cli } from '../cli.js';

export function register(program: Command, cli: Cli): void {
  const group = program.command('list-index').description('tables, indexes and triggers that keep long lists quick');
  const index = async () => {
    const { Database } = await import('../../database/database.js');
    return (await cli.app()).get(Database, { strict: false }).listIndex;
  };

  group
    .command('build')
    .description('makes the list index, or makes it anew; writers wait meanwhile, readers do not')
    .action(async () => {
      await (await index()).build();
      cli.print({ built: true }, 'Built. Running processes use it within half a minute.');
    });

  group
    .command('check')
    .description('compares every number of the list index with the rows')
    .action(async () => {
      const listIndex = await index();
      if (!(await listIndex.look())) cli.fail('There is no complete list index. `nestpress list-index build` makes it.');
      const differences = await listIndex.differences();
      cli.print({ differences }, differences.length === 0 ? 'All numbers are right.' : [...differences, '`nestpress list-index build` makes it anew.'].join('\n'));
      if (differences.length > 0) cli.exit = 1;
    });

  group
    .command('remove')
    .description('takes the list index away; lists go on, only slower when they are long')
    .action(async () => {
      await (await index()).remove();
      cli.print({ removed: true }, 'Removed.');
    });
}
