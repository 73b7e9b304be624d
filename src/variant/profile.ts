import { type CommentsDialect } from '../modules/comments/comments.variants.js';
import { type EntriesDialect } from '../modules/entries/entries.variants.js';
import { type MediaDialect } from '../modules/media/media.variants.js';
import { type OembedDialect } from '../modules/oembed/oembed.variants.js';
import { type SettingsDialect } from '../modules/settings/settings.variants.js';
import { type TermsDialect } from '../modules/terms/terms.variants.js';
import { type TypesDialect } from '../modules/types/types.variants.js';
import { type UsersDialect } from '../modules/users/users.variants.js';
import { type RenderingDialect } from '../rendering/render-context.js';
import { type ArgDialect, type RestDialect } from '../rest/rest.variants.js';
import { type CoreContent } from '../content-model/content-model.js';
import { type TextDialect } from '../text/text.variants.js';

/**
 * All differences between the variants of the API, as data. Code reads the profile; it never checks which
 * variant is active. Each part is declared, with its values, in the `*.variants.ts` file of its folder.
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
