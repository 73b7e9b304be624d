import { type Command } from 'commander';
import { type McpSettings } from './mcp-settings.service.js';
import { type Cli } from '../../platform/command-line/cli.js';

interface EnableOptions {
  readOnly?: boolean;
  publish?: boolean;
  delete?: boolean;
  registration?: boolean;
}

export function register(program: Command, cli: Cli): void {
  const group = program.command('mcp').description('agents that use the site by the Model Context Protocol');
  const service = async () => {
    const { McpSettingsService } = await import('./mcp-settings.service.js');
    try {
      return (await cli.app()).get(McpSettingsService);
    } catch {
      return cli.fail('Agents are part of nestpress/v1, which is switched off. CONSOLE=api switches it on.');
    }
  };
  const change = async (settings: Partial<McpSettings>) => {
    const { SYSTEM } = await import('../../access/principal.js');
    print(await (await service()).update(settings, SYSTEM));
  };
  const print = (settings: McpSettings) => cli.print(settings, sentenceOf(settings));

  group
    .command('show')
    .description('what agents may do')
    .action(async () => print(await (await service()).read()));

  group
    .command('enable')
    .description('lets agents connect, with the permissions of the user whose application password they have')
    .option('--read-only', 'they only read')
    .option('--publish', 'they may publish, and change what is published')
    .option('--delete', 'they may delete')
    .option('--registration', 'programs may register themselves, to be connected by users in the console')
    .action(({ readOnly = false, publish = false, delete: mayDelete = false, registration = false }: EnableOptions) =>
      change({ enabled: true, read_only: readOnly, publish, delete: mayDelete, registration }),
    );

  group
    .command('disable')
    .description('lets no agent connect')
    .action(() => change({ enabled: false }));
}

function sentenceOf({ enabled, read_only: isReadOnly, publish, delete: mayDelete }: McpSettings): string {
  if (!enabled) return 'Agents are switched off.';
  if (isReadOnly) return 'Agents may read.';
  const more = [publish && 'publish', mayDelete && 'delete'].filter(Boolean);
  return `Agents may ${['read', 'write drafts', ...more].join(', ')}.`;
}
