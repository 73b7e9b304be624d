import { type Command } from 'commander';
import { assertValid } from '../content-model/declaration-schema.js';
import { type CommandDeclaration, commandsOf } from '../content-model/index.js';
import { type Cli } from '../platform/command-line/cli.js';
import { type CommandGroup } from '../platform/command-line/program.js';
import { StartError } from '../platform/start/start-error.js';

/** The commands that modules declare. */
export async function moduleCommands(cli: Cli): Promise<CommandGroup> {
  if (cli.config().modules.length === 0) return { register: () => undefined };
  const { loadModules } = await import('../hooks/load-modules.js');
  const { content } = await loadModules(cli.config());
  const declared = commandsOf(content);
  for (const command of declared) assertValid(command);
  return {
    register(program) {
      for (const { value, place } of declared) {
        const problem = problemOf(value, program);
        if (problem !== undefined) throw new StartError(`Command "${value.name}" (${place}) ${problem}.`);
        add(program, value, cli);
      }
    },
  };
}

function problemOf({ name }: CommandDeclaration, program: Command): string | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return 'must have a name of lower-case letters, digits and dashes';
  return program.commands.some((command) => command.name() === name) ? 'has the name of another command' : undefined;
}

function add(program: Command, declaration: CommandDeclaration, cli: Cli): void {
  const { name, description, arguments: names = '', options = {} } = declaration;
  const command = program.command(`${name} ${names}`.trim()).description(description);
  for (const [flags, sentence] of Object.entries(options)) command.option(flags, sentence);
  command.action(async () => {
    await declaration.run({
      app: await cli.app(),
      args: command.processedArgs as (string | undefined)[],
      options: command.opts(),
      print: (value, asText) => cli.print(value, asText),
      note: (line) => cli.note(line),
      fail: (sentence) => cli.fail(sentence),
    });
  });
}
