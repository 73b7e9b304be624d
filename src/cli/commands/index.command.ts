import { type Command } from 'commander';
import { type Database } from '../../database/database.js';
import { type Cli } from '../../platform/command-line/cli.js';
import { ROWS, type Unit } from '../../platform/command-line/progress-line.js';

/** What both indexes have in common. */
interface BuildableIndex {
  build(progress?: (done: number, total: number, step?: string) => void): Promise<void>;
  poll(): Promise<boolean>;
  differences(): Promise<string[]>;
  remove(): Promise<void>;
}

interface IndexLabels {
  name: 'list-index' | 'search-index';
  /** What `build` counts while it runs. */
  unit?: Unit;
  description: string;
  build: string;
  check: string;
  /** Message if the check found no problem. */
  allCorrect: string;
  remove: string;
}

export function register(program: Command, cli: Cli): void {
  registerIndex(program, cli, (database) => database.listIndex, {
    name: 'list-index',
    description: 'tables, indexes and triggers that keep long lists fast',
    build:
      'builds or rebuilds the list index; writers wait meanwhile, readers do not. Its triggers make writes of WordPress slower: docs/list-index.md',
    check: 'compares every count in the list index with the rows',
    allCorrect: 'All counts are correct.',
    remove: 'deletes the list index; long lists work without it, but slower',
  });
  registerIndex(program, cli, (database) => database.searchIndex, {
    name: 'search-index',
    unit: ROWS,
    description: 'tables and triggers that keep searches fast',
    build: 'builds or rebuilds the search index; neither readers nor writers wait meanwhile',
    check: 'checks that every word of every entry is in the search index',
    allCorrect: 'All words are indexed.',
    remove: 'deletes the search index; searches work without it, but slower on large sites',
  });
}

/** `build`, `check` and `remove` of an index. */
function registerIndex(
  program: Command,
  cli: Cli,
  of: (database: Database) => BuildableIndex,
  labels: IndexLabels,
): void {
  const { name } = labels;
  const group = program.command(name).description(labels.description);
  const index = async () => {
    const { Database } = await import('../../database/database.js');
    return of((await cli.app()).get(Database));
  };

  group
    .command('build')
    .description(labels.build)
    .action(async () => {
      const built = await index();
      await cli.withProgress(labels.unit, (line) => built.build((done, total, step) => line.update(done, total, step)));
      cli.print({ built: true }, 'Built. Running processes use it within half a minute.');
    });

  group
    .command('check')
    .description(labels.check)
    .action(async () => {
      const checked = await index();
      if (!(await checked.poll()))
        cli.fail(`There is no complete ${name.replace('-', ' ')}. \`nestpress ${name} build\` builds it.`);
      const differences = await checked.differences();
      cli.print(
        { differences },
        differences.length === 0
          ? labels.allCorrect
          : [...differences, `\`nestpress ${name} build\` rebuilds it.`].join('\n'),
      );
      if (differences.length > 0) cli.exit = 1;
    });

  group
    .command('remove')
    .description(labels.remove)
    .action(async () => {
      await (await index()).remove();
      cli.print({ removed: true }, 'Removed.');
    });
}
