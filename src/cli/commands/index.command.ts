import { type Command, InvalidArgumentError } from 'commander';
import { type Database } from '../../database/database.js';
import { type ListFamily, OPTIONAL_FAMILIES } from '../../database/list-index.types.js';
import { type Cli } from '../../platform/command-line/cli.js';
import { ROWS, type Unit } from '../../platform/command-line/progress-line.js';

/** What both indexes have in common. */
interface BuildableIndex {
  build(
    progress?: (done: number, total: number, step?: string) => void,
    options?: { readonly without?: readonly ListFamily[] },
  ): Promise<void>;
  /** The families of lists that it was built without. */
  readonly leftOut?: readonly ListFamily[];
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
  /** What the build costs other programs from then on. */
  cost?: string;
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
      'builds or rebuilds the list index; writers wait meanwhile, readers do not. From then on writes of WordPress take more processor time',
    cost: COST,
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

const COST =
  'Writes of WordPress and other programs then take more processor time: about a sixth more for a new post, a quarter for an update, half to two thirds for a comment. ' +
  'Where that is too much, `--without comments,terms,versions` or some of them leave out what your readers do not need; without all three it is an eighth, a fifth for a comment.';

function families(value: string): ListFamily[] {
  if (value === 'none') return [];
  const names = value.split(',').map((name) => name.trim());
  const found = OPTIONAL_FAMILIES.filter((family) => names.includes(family));
  if (found.length !== new Set(names).size)
    throw new InvalidArgumentError(`It must be ${OPTIONAL_FAMILIES.join(', ')}, several with commas, or none.`);
  return found;
}

function named(leftOut: readonly ListFamily[]): string {
  return leftOut.length > 0 ? ` without ${leftOut.join(' and ')}` : '';
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

  const build = group.command('build').description(labels.build);
  if (labels.cost !== undefined)
    build.option(
      '--without <families>',
      `leaves out ${OPTIONAL_FAMILIES.join(', ')} (several with commas), or none; otherwise a rebuild leaves out what the index leaves out`,
      families,
    );
  build.action(async ({ without }: { without?: readonly ListFamily[] }) => {
    const built = await index();
    if (labels.cost !== undefined && !cli.json) cli.note(labels.cost);
    await cli.withProgress(labels.unit, (line) =>
      built.build((done, total, step) => line.update(done, total, step), { without }),
    );
    const leftOut = built.leftOut ?? [];
    cli.print(
      { built: true, ...(built.leftOut && { leftOut }) },
      `Built${named(leftOut)}. Running processes use it within half a minute.`,
    );
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
          ? labels.allCorrect + (checked.leftOut?.length ? ` The index was built${named(checked.leftOut)}.` : '')
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
