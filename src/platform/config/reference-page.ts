import { Environment } from './environment.js';
import { descriptionOf, variablesOf } from './variable.decorators.js';

const INTRODUCTION = `# Configuration

Written by \`npm run docs:config\` from \`src/platform/config/environment.ts\`; do not edit.

All of it is environment variables, read once at start. A wrong value stops the start with a sentence that names it; an empty one counts as not
set. A variable marked *secret* can also be given as a file: \`NAME_FILE\` is the path of a file that holds the value of \`NAME\`.

| Variable | Default | Allowed | Meaning |
|---|---|---|---|
`;

/** docs/configuration.md, from the declarations of the variables. */
export function configurationPage(): string {
  const defaults = new Environment() as unknown as Record<string, unknown>;
  const rows = [...variablesOf(Environment)].map(([name, complaint]) => {
    const { meaning = '', isSecret = false } = descriptionOf(Environment, name) ?? {};
    return [`\`${name}\``, shown(defaults[name]), allowed(complaint), isSecret ? `*secret*; ${meaning}` : meaning];
  });
  return (
    INTRODUCTION +
    rows.map((cells) => `| ${cells.map((cell) => cell.replace(/[|<]/g, '\\$&')).join(' | ')} |\n`).join('')
  );
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/** What the complaint about a wrong value says is right. */
function allowed(complaint: string | undefined): string {
  return complaint === undefined ? 'any text' : complaint.replace(/^(?:must be|must look|must have|may have) /, '');
}
