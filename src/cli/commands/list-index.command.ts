import { type Command } from 'commander';
import { type Cli } from '../cli.js';
import { registerIndex } from './index-commands.js';

export function register(program: Command, cli: Cli): void {
  registerIndex(program, cli, (database) => database.listIndex, {
    name: 'list-index',
    description: 'tables, indexes and triggers that keep long lists quick',
    build: 'makes the list index, or makes it anew; writers wait meanwhile, readers do not',
    check: 'compares every number of the list index with the rows',
    allCorrect: 'All numbers are right.',
    remove: 'takes the list index away; lists go on, only slower when they are long',
  });
}
