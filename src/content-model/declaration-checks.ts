import { DeclarationError } from './declaration-error.js';
import { type MetaField } from './meta-fields.js';
import { defaultProblem, editorProblem, placesIn, schemasIn } from './schema-checks.js';
import { type PostType } from './post-types.js';
import { relationProblem, relationTarget } from './relations.js';
import { type Taxonomy } from './taxonomies.js';

/** First path segments of WordPress's own routes that belong to no type or taxonomy. */
const RESERVED_BASES = new Set(['types', 'statuses', 'taxonomies', 'users', 'comments', 'settings', 'search']);

/** What is wrong with a field besides its key. */
export function fieldProblem(field: MetaField, model: Parameters<typeof relationProblem>[1]): string | undefined {
  const { object, subtype, key, schema, indexed, single, default: standard } = field;
  for (const place of placesIn(
    schema,
    model.metaOf(object, subtype).map(({ name }) => name),
  )) {
    const problem = editorProblem(place);
    if (problem !== undefined) return problem;
  }
  const defaults = single ? [standard] : Array.isArray(standard) ? (standard as unknown[]) : [undefined];
  for (const value of defaults) {
    const problem = defaultProblem(schema, value);
    if (problem !== undefined) return problem;
  }
  for (const { relation } of schemasIn(schema))
    if (relation && relationTarget(model, relation.to) === undefined)
      return `relates to "${relation.to}", which is no content type or taxonomy with routes`;
  if (indexed && object !== 'post') return 'cannot be indexed: only lists of entries can be filtered by meta';
  if (indexed && ['array', 'object'].includes(schema.type))
    return 'cannot be indexed: its values are no texts or numbers';
  if (indexed && !/^[\w-]{1,64}$/.test(key))
    return 'cannot be indexed: its key needs up to 64 letters, digits, underscores and dashes';
  return relationProblem(field, model);
}

export function checkName(
  kind: string,
  name: string,
  longest: number,
  declared: ReadonlyMap<string, { place: string }>,
  place: string,
): void {
  if (!/^[a-z0-9_-]+$/.test(name) || name.length > longest)
    throw new DeclarationError(
      `${place}: ${JSON.stringify(name)} is not a name for a ${kind}. Use up to ${longest} of the characters a-z, 0-9, _ and -.`,
    );
  const earlier = declared.get(name);
  if (earlier)
    throw new DeclarationError(
      `${kind === 'taxonomy' ? 'Taxonomy' : 'Content type'} "${name}" is declared twice: ${earlier.place} and ${place}.`,
    );
}

/** Statuses of WordPress that entries can be given. */
const CORE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];
const TAKEN_STATUSES = [...CORE_STATUSES, 'trash', 'auto-draft', 'inherit', 'any', 'all', 'mine'];

export function checkStatuses({ name, statuses, transitions = [], place }: PostType): void {
  const fail = (problem: string) => new DeclarationError(`Content type "${name}" (${place}): ${problem}.`);
  for (const [status, { label }] of Object.entries(statuses)) {
    if (!/^[a-z][a-z0-9_-]{0,19}$/.test(status) || TAKEN_STATUSES.includes(status))
      throw fail(
        `"${status}" is not a name for a status, which has up to 20 characters and is none of WordPress's own`,
      );
    if (typeof label !== 'string' || label === '') throw fail(`the status "${status}" needs a label`);
  }
  const statusNames = [...CORE_STATUSES, ...Object.keys(statuses)];
  for (const { from, to } of transitions)
    for (const status of [from, to].flat())
      if (!statusNames.includes(status))
        throw fail(`a transition names the status "${status}". It can be ${statusNames.join(', ')}`);
}

export function checkBases(owners: readonly (PostType | Taxonomy)[]): void {
  const byRoute = new Map<string, PostType | Taxonomy>();
  for (const owner of owners) {
    const { name, restBase = '', restNamespace, route, place } = owner;
    if (!owner.hasOwnRoutes && !/^[a-z0-9_-]+$/i.test(restBase))
      throw new DeclarationError(`"${name}" (${place}): ${JSON.stringify(restBase)} is not a REST base.`);
    if (!/^[a-z0-9_-]+(?:\/[a-z0-9_.-]+)*$/i.test(restNamespace))
      throw new DeclarationError(`"${name}" (${place}): ${JSON.stringify(restNamespace)} is not a REST namespace.`);
    if (restNamespace === 'wp/v2' && RESERVED_BASES.has(restBase))
      throw new DeclarationError(`REST base "${restBase}" is used twice: by WordPress and by "${name}" (${place}).`);
    const earlier = byRoute.get(route);
    if (earlier)
      throw new DeclarationError(
        `REST base "${restBase}" is used twice: by "${earlier.name}" (${earlier.place}) and by "${name}" (${place}).`,
      );
    byRoute.set(route, owner);
  }
}
