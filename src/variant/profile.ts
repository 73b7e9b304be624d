import { type CommentsDialect } from './comments.variants.js';
import { type EntriesDialect } from './entries.variants.js';
import { type MediaDialect } from './media.variants.js';
import { type OembedDialect } from './oembed.variants.js';
import { type SettingsDialect } from './settings.variants.js';
import { type TermsDialect } from './terms.variants.js';
import { type TypesDialect } from './types.variants.js';
import { type UsersDialect } from './users.variants.js';
import { type RenderingDialect } from '../rendering/render-context.js';
import { type ArgDialect, type RestDialect } from './rest.variants.js';
import { type CoreContent } from '../content-model/content-model.js';
import { type TextDialect } from './text.variants.js';

/**
 * All differences between the variants of the API, as data. Code reads the profile; it never checks which
 * variant is active. Each part is declared, with its values, in a file next to this one.
 */
export interface Profile {
  readonly name: string;
  /** Namespaces in the order of the index. */
  readonly namespaces: readonly string[];
  /** Namespaces that are served, with an index of their own, but that the index of the site does not list. */
  readonly unlistedNamespaces: readonly string[];
  /** Modules that only some variants have, by the names VariantModule knows. */
  readonly routeModules: readonly string[];
  /** Post types, taxonomies and meta keys that WordPress itself declares. */
  readonly content: CoreContent;
  readonly rest: RestDialect;
  readonly args: ArgDialect;
  readonly text: TextDialect;
  readonly rendering: RenderingDialect;
  readonly entries: EntriesDialect;
  readonly media: MediaDialect;
  readonly comments: CommentsDialect;
  readonly terms: TermsDialect;
  readonly users: UsersDialect;
  readonly types: TypesDialect;
  readonly settings: SettingsDialect;
  readonly oembed: OembedDialect;
}

/** Injection token of the active profile. */
export const PROFILE = Symbol('PROFILE');

/** A declaration's value, or how to read it from the profile when the service starts. */
export type ByProfile<T> = T | ((profile: Profile) => T);

export function resolve<T>(value: ByProfile<T>, profile: Profile): T {
  return typeof value === 'function' ? (value as (profile: Profile) => T)(profile) : value;
}
