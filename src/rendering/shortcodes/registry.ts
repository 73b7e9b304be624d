import { type BlockLookup, type ShortcodeHandler, type ShortcodeLookup, type Shortcodes } from '../render-context.js';

const NOT_IN_NAMES = /[<>&/[\]=\u0000-\u0020]/;

export interface ShortcodeOptions {
  /** The output depends only on the handler's arguments, so it can be cached. */
  cacheable?: boolean;
  /** Loads data before the handler runs, since rendering is synchronous. */
  lookup?: ShortcodeLookup;
}

/** Shortcodes by name; modules add their own to the built-in ones. */
export class ShortcodeRegistry implements Shortcodes {
  private readonly handlers = new Map<string, ShortcodeHandler>();
  private readonly cacheable = new Set<string>();
  private readonly lookups = new Map<string, ShortcodeLookup>();
  private readonly blocks = new Map<string, BlockLookup>();
  private longest = 0;

  /** Later registrations replace earlier ones of the same name. */
  register(name: string, handler: ShortcodeHandler, { cacheable = false, lookup }: ShortcodeOptions = {}): this {
    if (name === '' || NOT_IN_NAMES.test(name)) throw new Error(`Not a shortcode name: ${JSON.stringify(name)}`);
    this.handlers.set(name, handler);
    if (cacheable) this.cacheable.add(name);
    else this.cacheable.delete(name);
    if (lookup) this.lookups.set(name, lookup);
    else this.lookups.delete(name);
    this.longest = Math.max(this.longest, name.length);
    return this;
  }

  handler(name: string): ShortcodeHandler | undefined {
    return this.handlers.get(name);
  }

  lookup(name: string): ShortcodeLookup | undefined {
    return this.lookups.get(name);
  }

  /** A block that a module renders; its name has a namespace, so it is none of a shortcode. */
  registerBlock(name: string, lookup: BlockLookup): this {
    this.blocks.set(name, lookup);
    return this;
  }

  block(name: string): BlockLookup | undefined {
    return this.blocks.get(name);
  }

  isCacheable(name: string): boolean {
    return this.cacheable.has(name);
  }

  names(): string[] {
    return [...this.handlers.keys()];
  }

  nameAt(text: string, start: number): string | undefined {
    const run = text.slice(start, start + this.longest + 1);
    const end = run.search(NOT_IN_NAMES);
    const name = end === -1 ? run : run.slice(0, end);
    return this.handlers.has(name) ? name : undefined;
  }
}
