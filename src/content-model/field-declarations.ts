import { type Layout, type MetaFieldDeclaration, type MetaSchema } from './meta-fields.js';

/** What a field may have besides its kind. */
export type FieldOptions = Partial<
  Omit<MetaFieldDeclaration, 'type' | 'items' | 'properties' | 'relation' | 'media' | 'layouts'>
>;

interface OneId {
  readonly type: 'integer';
}
interface ManyIds {
  readonly type: 'array';
  readonly items: OneId;
}
type Ids<M> = M extends true ? ManyIds : OneId;

const ids = <M>(many: M | undefined): Ids<M> =>
  (many ? { type: 'array', items: { type: 'integer' } } : { type: 'integer' }) as Ids<M>;

/** The ID of an entry, a term or a user, or several in an order: `to` names their content type or taxonomy, or is `user`. */
export function relation<const M extends boolean = false, const O extends FieldOptions = object>({
  to,
  many,
  ...options
}: O & { readonly to: string; readonly many?: M }) {
  return { ...ids<M>(many), ...options, relation: { to } };
}

/** The ID of a file, or several in an order; any file unless it is for images only. */
export function media<const M extends boolean = false, const O extends FieldOptions = object>({
  many,
  images = false,
  ...options
}: O & { readonly many?: M; readonly images?: boolean }) {
  return { ...ids<M>(many), ...options, media: images ? ('image' as const) : ('file' as const) };
}

/** A list of objects with these members. */
export function rows<const P extends Readonly<Record<string, MetaSchema>>, const O extends FieldOptions = object>(
  properties: P,
  options?: O,
) {
  return { ...(options as O), type: 'array' as const, items: { type: 'object' as const, properties } };
}

/** A list of objects of several kinds, each with members of its own; `layout` of an object names its kind. */
export function layouts<const L extends Readonly<Record<string, Layout>>, const O extends FieldOptions = object>(
  kinds: L,
  options?: O,
) {
  return { ...(options as O), type: 'array' as const, layouts: kinds };
}
