import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Principal } from '../../access/index.js';
import {
  type ConsoleExtension,
  type ContentModel,
  DeclarationError,
  type DeclaredConsoleExtension,
  type EntryAction,
  type EntryPanel,
} from '../../content-model/index.js';

/** Injection token of the declared extensions. */
export const CONSOLE_EXTENSIONS = Symbol('CONSOLE_EXTENSIONS');

const NAME = /^[a-z][a-z0-9-]*$/;
/** Stops the start for extensions that the console could not show. */
export function checkedExtensions(
  declared: readonly DeclaredConsoleExtension[],
  { types }: Pick<ContentModel, 'types'>,
): ConsoleExtension[] {
  return declared.map(({ value, place }, index) => {
    const fail = (problem: string) => new DeclarationError(`Console extension "${value.name}" (${place}) ${problem}.`);
    if (!NAME.test(value.name)) throw fail('must have a name of lower-case letters, digits and dashes');
    if (declared.slice(0, index).some((other) => other.value.name === value.name)) throw fail('is declared twice');
    const { actions = [], panels = [] } = value;
    const hasScript = value.page !== undefined || value.card !== undefined || Boolean(value.fields?.length);
    if (!hasScript && actions.length + panels.length === 0) throw fail('has no page, card, fields, actions or panels');
    const isFile = value.module instanceof URL && value.module.protocol === 'file:';
    if (hasScript && (!isFile || !existsSync(fileURLToPath(value.module))))
      throw fail(`needs the URL of a file as \`module\`; ${String(value.module)} is none`);
    const parts = [
      ...problemsOf('action', actions, types),
      ...problemsOf('panel', panels, types),
      ...[...actions.map(({ undo }) => undo), ...panels.flatMap((panel) => panel.actions ?? [])].flatMap((name) =>
        name === undefined || actions.some((action) => action.name === name) ? [] : [`has no action "${name}"`],
      ),
    ];
    if (parts[0] !== undefined) throw fail(parts[0]);
    return value;
  });
}

/** What is wrong with actions or panels. */
function problemsOf(
  kind: string,
  parts: readonly (EntryAction | EntryPanel)[],
  types: ContentModel['types'],
): string[] {
  return parts.flatMap((part, index) => {
    const { name } = part;
    const problemOf = (problem: string) => [`: ${kind} "${name}" ${problem}`];
    if (!NAME.test(name)) return problemOf('must have a name of lower-case letters, digits and dashes');
    if (parts.slice(0, index).some((other) => other.name === name)) return problemOf('is declared twice');
    if (part.on.length === 0) return problemOf('needs names of content types in `on`');
    const unknown = part.on.find((type) => types.get(type)?.restBase === undefined);
    return unknown === undefined ? [] : problemOf(`names the content type "${unknown}", which has no routes`);
  });
}

/** The path of an extension's script below that of the console. */
export const scriptOf = ({ name }: ConsoleExtension) => `extensions/${name}.js`;

export const isAllowed = (principal: Principal, { capability }: { readonly capability?: string }) =>
  capability === undefined || principal.can(capability);

/** What the console shows of the extensions to a user. */
export function visibleExtensions(extensions: readonly ConsoleExtension[], principal: Principal): object[] {
  const allowed = <T extends { readonly capability?: string }>(parts: readonly T[] = []) =>
    parts.filter((part) => isAllowed(principal, part));
  return allowed(extensions).map((extension) => {
    const { name, page, card, fields = [] } = extension;
    const actions = allowed(extension.actions).map(({ capability: _capability, run: _run, ...action }) => action);
    const panels = allowed(extension.panels).map(({ capability: _capability, rows: _rows, ...panel }) => panel);
    return {
      name,
      script: scriptOf(extension),
      page: page?.title ?? null,
      card: card?.title ?? null,
      fields,
      actions,
      panels,
    };
  });
}
