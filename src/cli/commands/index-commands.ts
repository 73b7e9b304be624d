import { type Command } from 'commander';
import { type Database } from '../../database/database.js';
import { type Cli } from '../cli.js';
import { type Unit } from '../progress-line.js';

/** What both indexes of our own can do. */
interface OwnIndex {
  build(progress?: (done: number, total: number, step?: string) => void): Promise<void>;
  look(): Promise<boolean>;
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
  /** When the check found nothing. */
  allCorrect: string;
  remove: string;
}

/** `build`, `check` and `remove` of an index. */
export function registerIndex(
  program: Command,
  cli: Cli,
  of: (database: Database) => OwnIndex,
  labels: IndexLabels,
): void {
  const { name } = labels;
  const group = program.command(name).description(labels.description);
  const index = async () => {
    const { Database } = await import('../../database/database.js');
    return of((await cli.app()).get(Database, { strict: false }));
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
      if (!(await checked.look()))
        cli.fail(`There is no complete ${name.replace('-', ' ')}. \`nestpress ${name} build\` makes it.`);
      const differences = await checked.differences();
      cli.print(
        { differences },
        differences.length === 0
          ? labels.allCorrect
          : [...differences, `\`nestpress ${name} build\` makes it anew.`].join('\n'),
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
