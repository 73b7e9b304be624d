import { type Command } from 'commander';
import { type Cli } from '../cli.js';
import { ROWS } from '../progress-line.js';
import { registerIndex } from './index-commands.js';

export function register(program: Command, cli: Cli): void {
  registerIndex(program, cli, (database) => database.searchIndex, {
    name: 'search-index',
    unit: ROWS,
    description: 'tables and triggers that keep searches quick',
    build: 'makes the search index, or makes it anew; nobody waits meanwhile',
    check: 'looks whether every word of every entry is in the search index',
    allCorrect: 'All words are there.',
    remove: 'takes the search index away; searches go on, only slower where there are many entries',
  });
}
