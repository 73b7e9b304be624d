import { type ContentTypeDeclaration, type TaxonomyDeclaration } from '../../content-model/index.js';
import { type StoredArguments } from '../../text/php/stored-arguments.js';

/** Why something that a plugin stores is not served. */
export interface Refusal {
  readonly kind: 'type' | 'taxonomy' | 'fields';
  readonly name: string;
  readonly reason: string;
}

/** What a plugin stores of types and taxonomies. */
export interface StoredContent {
  /** Name of the plugin, for messages. */
  readonly origin: string;
  readonly types: readonly ContentTypeDeclaration[];
  readonly taxonomies: readonly TaxonomyDeclaration[];
  readonly refused: readonly Refusal[];
}

/** Collects what one plugin stores: a row that cannot be served is refused with the reason. */
export class StoredContentBuilder {
  readonly types: ContentTypeDeclaration[] = [];
  readonly taxonomies: TaxonomyDeclaration[] = [];
  readonly refused: Refusal[] = [];

  constructor(readonly origin: string) {}

  add<K extends 'type' | 'taxonomy'>(
    kind: K,
    name: string,
    read: () => (K extends 'type' ? ContentTypeDeclaration : TaxonomyDeclaration) | string,
  ): void {
    const found = read();
    if (typeof found === 'string') this.refuse(kind, name, found);
    else if (kind === 'type') this.types.push(found as ContentTypeDeclaration);
    else this.taxonomies.push(found as TaxonomyDeclaration);
  }

  refuse(kind: Refusal['kind'], name: string, reason: string): void {
    this.refused.push({ kind, name, reason });
  }

  get content(): StoredContent {
    const { origin, types, taxonomies, refused } = this;
    return { origin, types, taxonomies, refused };
  }
}

/** Where entries and terms are shown: as visible as the whole is, unless the settings say otherwise. */
export function visibility(stored: StoredArguments, isPublic: boolean) {
  return {
    public: stored.flag('publicly_queryable', isPublic),
    showUi: stored.flag('show_ui', isPublic),
    showInNavMenus: stored.flag('show_in_nav_menus', isPublic),
  };
}

/** The controllers of WordPress, whose routes are served. */
export const POSTS_CONTROLLER = 'WP_REST_Posts_Controller';
export const TERMS_CONTROLLER = 'WP_REST_Terms_Controller';

/** Why the routes of a controller cannot be served; undefined if they can. */
export function controllerProblem(controller: string, expected: string): string | undefined {
  if (controller.replace(/^\\+/, '') === '' || controller.replace(/^\\+/, '') === expected) return undefined;
  return `its routes belong to the class ${controller}, which only PHP has.`;
}
