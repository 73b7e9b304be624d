import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PhpArray, PhpFloat, type PhpValue } from '../../../text/php/index.js';

/** A file of the folder in which the plugin keeps its definitions as JSON. */
export interface DefinitionFile {
  readonly name: string;
  /** Undefined where the file is not valid JSON. */
  readonly value?: PhpValue;
}

/** The files of a folder, by name; a folder that cannot be read throws. */
export function readDefinitionFiles(folder: string): DefinitionFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      try {
        return { name, value: fromJson(JSON.parse(readFileSync(join(folder, name), 'utf8'))) };
      } catch {
        return { name };
      }
    });
}

/** Changes whenever a file of the folder does. */
export async function folderVersion(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const stats = await Promise.all(files.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return files.map((name, index) => `${name} ${stats[index]?.mtimeMs} ${stats[index]?.size}`).join();
}

/** JSON as PHP decodes it. */
export function fromJson(value: unknown): PhpValue {
  if (typeof value === 'number') return Number.isInteger(value) ? value : new PhpFloat(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return PhpArray.list(value.map(fromJson));
  if (typeof value === 'object' && value !== null)
    return PhpArray.map(Object.entries(value).map(([key, item]) => [key, fromJson(item)] as const));
  return null;
}
