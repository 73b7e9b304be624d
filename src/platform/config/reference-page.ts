import { Config } from './config.js';
import { checkMessage, membersOf } from './variable.decorators.js';

const INTRODUCTION = `# Configuration

_For operators: every environment variable of the service._

Written by \`npm run docs:config\` from \`src/platform/config/config.ts\` and the \`*.config.ts\` of src/features; do
not edit.

Nestpress is configured with environment variables, which are read once at start. With an invalid value, the service
exits with a message that names the variable; an empty value counts as unset. A variable marked *secret* can also be
provided as a file: \`NAME_FILE\` is the path of a file that holds the value of \`NAME\`.

| Variable | Default | Allowed | Meaning |
|---|---|---|---|
`;

/** Generates docs/configuration.md from the declarations of the variables. */
export function configurationPage(): string {
  return (
    INTRODUCTION +
    rowsOf(Config)
      .map((cells) => `| ${cells.map((cell) => cell.replace(/[|<]/g, '\\$&')).join(' | ')} |\n`)
      .join('')
  );
}

function rowsOf(declaration: new () => object): string[][] {
  const defaults = new declaration() as Record<string, unknown>;
  return membersOf(declaration).flatMap((member) => {
    if (member.group) return rowsOf(member.group);
    const { property, name, meaning, isSecret } = member;
    const allowed = allowedText(checkMessage(declaration, property));
    return [[`\`${name}\``, defaultText(defaults[property]), allowed, isSecret ? `*secret*; ${meaning}` : meaning]];
  });
}

function defaultText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/** The error message of a check says what is allowed. */
function allowedText(message: string | undefined): string {
  return message === undefined ? 'any text' : message.replace(/^(?:must be|must look|must have|may have) /, '');
}
