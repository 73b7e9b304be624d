import { type Command } from 'commander';

export function register(program: Command): void {
  program
    .command('start')
    .description('starts the service; configured by the environment, see docs/configuration.md')
    .action(async () => {
      await import('../../main.js');
    });
}
