import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Principal } from '../../access/index.js';
import { type ConsoleExtension, DeclarationError, type DeclaredConsoleExtension } from '../../content-model/index.js';

/** Injection token of the declared extensions. */
export const CONSOLE_EXTENSIONS = Symbol('CONSOLE_EXTENSIONS');

/** Stops the start for extensions that the console could not show. */
export function checkedExtensions(declared: readonly DeclaredConsoleExtension[]): ConsoleExtension[] {
  return declared.map(({ value, place }, index) => {
    const fail = (problem: string) => new DeclarationError(`Console extension "${value.name}" (${place}) ${problem}.`);
    if (!/^[a-z][a-z0-9-]*$/.test(value.name)) throw fail('must have a name of lower-case letters, digits and dashes');
    if (declared.slice(0, index).some((other) => other.value.name === value.name)) throw fail('is declared twice');
    if (!value.page && !value.card && !value.fields?.length) throw fail('has no page, card or fields');
    const isFile = value.module instanceof URL && value.module.protocol === 'file:';
    if (!isFile || !existsSync(fileURLToPath(value.module)))
      throw fail(`needs the URL of a file as \`module\`; ${String(value.module)} is none`);
    return value;
  });
}

/** The path of an extension's script below that of the console. */
export const scriptOf = ({ name }: ConsoleExtension) => `extensions/${name}.js`;

/** What the console shows of the extensions to a user. */
export function visibleExtensions(extensions: readonly ConsoleExtension[], principal: Principal): object[] {
  return extensions
    .filter(({ capability }) => capability === undefined || principal.can(capability))
    .map((extension) => {
      const { name, page, card, fields = [] } = extension;
      return { name, script: scriptOf(extension), page: page?.title ?? null, card: card?.title ?? null, fields };
    });
}
