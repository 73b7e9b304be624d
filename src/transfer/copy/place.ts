import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DatabaseOptions } from '../../database/engine/options.js';
import { CopyError } from './copy-error.js';

/** Where a site is: a database on a server or a file. */
export interface Place {
  options: Pick<DatabaseOptions, 'url' | 'file'>;
  /** Without password. */
  name: string;
}

/** `mysql://user:password@host/name`, or a file, with or without `sqlite:` in front. */
export function parsePlace(text: string): Place {
  if (/^(?:mysql|mariadb):\/\//.test(text)) {
    if (!URL.canParse(text))
      throw new CopyError('The address of a database must look like mysql://user:password@host:3306/name.');
    const { hostname, port, pathname } = new URL(text);
    return { options: { url: text, file: '' }, name: `${hostname}:${port || 3306}${pathname}` };
  }
  if (/^\w{2,}:\/\//.test(text)) throw new CopyError('Sites are copied from and to mysql:// addresses and files.');
  const file = resolve(text.replace(/^sqlite:/, ''));
  return { options: { file }, name: existsSync(file) ? realpathSync(file) : file };
}

/** Opening would make an empty one. */
export function checkSource({ options, name }: Place): void {
  if (options.url === undefined && !existsSync(options.file)) throw new CopyError(`There is no file ${name}.`);
}
