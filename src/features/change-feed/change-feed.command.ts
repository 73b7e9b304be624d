import { type Command } from 'commander';
import { type Cli } from '../../platform/command-line/cli.js';

export function register(program: Command, cli: Cli): void {
  const group = program
    .command('change-feed')
    .description('triggers that record what has changed, for nestpress/v1/changes');
  const feed = async () => {
    const { ChangeFeedStore } = await import('./change-feed.store.js');
    try {
      return (await cli.app()).get(ChangeFeedStore);
    } catch {
      return cli.fail('The change feed is part of nestpress/v1, which is switched off. CONSOLE=api switches it on.');
    }
  };

  group
    .command('build')
    .description('switches the change feed on; cursors from before are no longer valid')
    .action(async () => {
      await (await feed()).build();
      cli.print({ built: true }, 'Built. Every write from now on is in the change feed.');
    });

  group
    .command('remove')
    .description('switches the change feed off')
    .action(async () => {
      await (await feed()).remove();
      cli.print({ removed: true }, 'Removed.');
    });
}
