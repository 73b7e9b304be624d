import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DynamicModule, type Type } from '@nestjs/common';
import { CONTROLLER_WATERMARK } from '@nestjs/common/constants.js';
import { type Config } from '../platform/config/config.js';
import { StartError } from '../platform/start/start-error.js';
import { readContentTypes } from '../content-model/content-types-file.js';
import { type ContentDeclaration, isContentDeclaration } from '../content-model/declarations.js';

export type ModuleImport = Type | DynamicModule;

/** Additions of a site to WordPress's own content and routes. */
export interface OwnModules {
  /** Nest modules. */
  readonly modules?: readonly ModuleImport[];
  /** Content types, taxonomies and meta keys. */
  readonly content?: readonly ContentDeclaration[];
}

/** Loads what the configuration adds to the service: CONTENT_TYPES and NESTPRESS_MODULES. */
export async function loadModules({
  contentTypes,
  modules: files,
}: Pick<Config, 'contentTypes' | 'modules'>): Promise<Required<OwnModules>> {
  const content: ContentDeclaration[] = contentTypes === undefined ? [] : readContentTypes(contentTypes);
  const modules: ModuleImport[] = [];
  for (const file of files) {
    const found = [...new Set(Object.values(await load(file)).flat())];
    const declared = found.filter(isContentDeclaration);
    const nest = found.filter(isModuleImport);
    if (declared.length + nest.length === 0)
      throw new StartError(
        `NESTPRESS_MODULES: ${file} exports neither a Nest module nor a declaration such as that of defineContentType.`,
      );
    const unprovided = found.find((value) => isDecorated(value) && !nest.some((module) => provides(module, value)));
    if (typeof unprovided === 'function')
      throw new StartError(
        `NESTPRESS_MODULES: ${file} exports ${unprovided.name}, which has decorators but is in no module. ` +
          'Add it to `providers` (or `controllers`) of a module that the file exports.',
      );
    content.push(...declared);
    modules.push(...nest);
  }
  return { modules, content };
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    const { code, message, stack } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && message.includes(pathToFileURL(resolve(file)).pathname);
    if (isMissing) throw new StartError(`NESTPRESS_MODULES: there is no file ${resolve(file)}.`);
    if (error instanceof SyntaxError && /import statement outside a module|Unexpected token 'export'/.test(message))
      throw new StartError(
        `NESTPRESS_MODULES: ${file} is an ES module. Set "type": "module" in package.json (npm pkg set type=module), or let its name end with .mjs.`,
      );
    throw new StartError(`NESTPRESS_MODULES: ${file} cannot be loaded: ${stack ?? message}`);
  }
}

const MODULE_KEYS = ['imports', 'providers', 'controllers', 'exports'];

/** Recognized by the decorator's metadata, which is the same in every copy of Nest. */
function isModuleImport(value: unknown): value is ModuleImport {
  if (typeof value === 'object' && value !== null && 'module' in value) return isModuleImport(value.module);
  return typeof value === 'function' && MODULE_KEYS.some((key) => Reflect.hasMetadata(key, value));
}

/** Whether the service would call it: a controller, a strategy, or a class with methods for writes, events or jobs. */
function isDecorated(value: unknown): value is Type {
  if (typeof value !== 'function' || typeof value.prototype !== 'object' || value.prototype === null) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(value.prototype)).map(
    ({ value: member }) => member as unknown,
  );
  return Reflect.hasMetadata(CONTROLLER_WATERMARK, value) || [value, ...members].some(hasDeclaration);
}

/** Decorators of this package store what they declare under symbols that its copies share. */
function hasDeclaration(target: unknown): boolean {
  const keys = typeof target === 'function' ? (Reflect.getMetadataKeys(target) as unknown[]) : [];
  return keys.some((key) => typeof key === 'symbol' && Symbol.keyFor(key)?.startsWith('nestpress.'));
}

/** Whether a module, or one that it imports, has the class among its providers or controllers. */
function provides(nest: unknown, decorated: Type, visited = new Set<unknown>()): boolean {
  if (visited.has(nest)) return false;
  visited.add(nest);
  // What imports it, or registers it in another way, is only known by Nest.
  if (nest instanceof Promise || !isModuleImport(nest)) return nest instanceof Promise;
  const target = 'module' in nest ? nest.module : nest;
  const partsOf = (key: 'imports' | 'providers' | 'controllers') => [
    ...((Reflect.getMetadata(key, target) as unknown[] | undefined) ?? []),
    ...('module' in nest ? (nest[key] ?? []) : []),
  ];
  const isClass = (part: unknown) =>
    part === decorated ||
    (typeof part === 'object' &&
      part !== null &&
      (('useClass' in part && part.useClass === decorated) || 'useFactory' in part));
  return (
    [...partsOf('providers'), ...partsOf('controllers')].some(isClass) ||
    partsOf('imports').some((part) => provides(part, decorated, visited))
  );
}
