import { type DynamicModule, type ForwardReference, type Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { defineService } from '../start/define-service.js';
import { type Config } from '../platform/config/config.js';
import {
  type ControllerDeclaration,
  REST_CONTROLLER,
  REST_ROUTE,
  type RouteDeclaration,
  routePattern,
} from '../rest/route/route.decorators.js';
import { loadModules } from '../hooks/load-modules.js';

type Imported = Type | DynamicModule | Promise<DynamicModule> | ForwardReference;

/** The patterns of all routes of the service with this configuration, from the declarations alone: nothing is started. */
export async function declaredRoutes(config: Config): Promise<Set<string>> {
  const { module: root } = await defineService(config, await loadModules(config));
  const patterns = new Set<string>();
  for (const controller of await controllersOf(root)) {
    const declaration = Reflect.getMetadata(REST_CONTROLLER, controller) as ControllerDeclaration | undefined;
    if (declaration) for (const path of pathsOf(controller)) patterns.add(routePattern(declaration, path));
  }
  return patterns;
}

/** The controllers of a module and of all that it imports. */
async function controllersOf(root: Imported): Promise<Set<Type>> {
  const found = new Set<Type>();
  const visited = new Set<unknown>();
  const queue: Imported[] = [root];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    const part = await next;
    if ('forwardRef' in part) {
      queue.push(part.forwardRef() as Type);
      continue;
    }
    const { module: type, controllers = [], imports = [] } = 'module' in part ? part : { module: part };
    const declared = (key: string) => (Reflect.getMetadata(key, type) ?? []) as unknown[];
    for (const controller of [...declared(MODULE_METADATA.CONTROLLERS), ...controllers]) found.add(controller as Type);
    queue.push(...([...declared(MODULE_METADATA.IMPORTS), ...imports] as Imported[]));
  }
  return found;
}

/** Paths that the methods of a controller declare, inherited ones too. */
function* pathsOf(controller: Type): Generator<string> {
  for (
    let prototype = controller.prototype as object;
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype) as object
  )
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype)) as PropertyDescriptor[]) {
      const declared =
        typeof value === 'function'
          ? (Reflect.getMetadata(REST_ROUTE, value as object) as RouteDeclaration | undefined)
          : undefined;
      if (declared) yield declared.path ?? '';
    }
}
