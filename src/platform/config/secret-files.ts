import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';

type Values = Record<string, string | undefined>;

/** The value of a secret: of NAME itself, or what the file named by NAME_FILE holds, without the line end editors add. */
export function secretValue(env: Values, name: string): string | undefined {
  const value = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new ConfigError(`${name}_FILE cannot be set together with ${name}.`);
  const content = readSecret(`${name}_FILE`, file).replace(/\r?\n$/, '');
  if (content === '') throw new ConfigError(`${name}_FILE names an empty file.`);
  return content;
}

function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${variable} names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'}).`,
    );
  }
}
