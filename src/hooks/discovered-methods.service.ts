import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { StartError } from '../platform/start/start-error.js';

/** A method of a provider with what its decorators declare. */
export interface DiscoveredMethod<D> {
  /** `Class.method`, for messages. */
  readonly name: string;
  readonly declaration: D;
  call(argument: unknown): unknown;
}

/** Finds the decorated methods of all providers and controllers. */
@Injectable()
export class DiscoveredMethodsService {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  find<D extends object>(declarationsOf: (method: object) => D[]): DiscoveredMethod<D>[] {
    const wrappers = [...this.discovery.getProviders(), ...this.discovery.getControllers()];
    const prototypes = new Set<object>();
    return wrappers.flatMap((wrapper) => {
      const { metatype } = wrapper;
      const prototype: unknown = typeof metatype === 'function' ? metatype.prototype : undefined;
      // An alias of a provider, or the same class in two modules, is one listener.
      if (typeof prototype !== 'object' || prototype === null || prototypes.has(prototype)) return [];
      prototypes.add(prototype);
      return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
        const declared = declarationsOf((prototype as Record<string, object>)[method]!);
        if (declared.length === 0) return [];
        const name = `${metatype!.name}.${method}`;
        const instance = wrapper.isDependencyTreeStatic()
          ? (wrapper.instance as Record<string, (argument: unknown) => unknown> | undefined)
          : undefined;
        if (!instance) throw new StartError(`${name}: the provider must be a singleton to have a decorated method.`);
        return declared.map((declaration) => ({
          name,
          declaration,
          call: (argument: unknown) => instance[method]!(argument),
        }));
      });
    });
  }
}
