import { type Principal } from '../../access/principal.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { relationTarget } from '../../content-model/relations.js';
import {
  EMPTY_VALUES,
  isIdList,
  listSchema,
  type MetaField,
  type MetaObject,
  type MetaSchema,
} from '../../content-model/meta-fields.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { type Context } from '../../rest/args/common.dto.js';
import { type Field, viewAndEdit } from '../../rest/fields/resource-fields.js';
import { type Profile } from '../../variant/profile.js';
import { emptyAsList } from './meta-values.js';

/** The field `meta` of a resource: the declared keys of its objects. */
export function metaMember<T, V>(
  object: MetaObject,
  subtype: string | undefined,
  value: Field<T, V>['value'],
  arg?: Field['arg'],
): Field<T, V> {
  const declared = (model: ContentModel, profile: Profile) =>
    metaSchemas(model, model.metaOf(object, subtype), profile);
  const properties: Field['properties'] = ({ model }, profile) => declared(model, profile);
  const description = 'Registered meta values.';
  const undivided = object !== 'post';
  return { type: 'object', description, context: viewAndEdit, properties, declared, value, arg, undivided };
}

/** Any map is accepted; the values are validated by the write. */
export const META_ARG = {
  unchecked: true,
  validate: (value: unknown) =>
    typeof value === 'object' && value !== null ? undefined : new ArgIssue('Invalid parameter.'),
} as const;

function metaSchemas(
  model: ContentModel,
  fields: readonly MetaField[],
  profile: Profile,
): Record<string, MetaSchema> | [] {
  if (fields.length === 0) return [];
  const { describesAllKeywords } = profile.rest;
  return Object.fromEntries(
    fields.map((field) => {
      const { name, label, single, schema, default: standard, editOnly, isOwn, indexed, column } = field;
      const { type, description = '', ...rest } = isOwn ? described(schema, model) : schema;
      const valueSchema = {
        type,
        ...(describesAllKeywords ? { title: label } : isOwn && label !== '' && { label }),
        description,
        default: describesAllKeywords ? emptyAsList(standard) : standard,
        ...(isOwn && indexed && { indexed }),
        ...(isOwn && column && { column }),
        ...(editOnly && { context: ['edit'] }),
        ...rest,
      };
      const item = { ...valueSchema, default: describesAllKeywords ? EMPTY_VALUES[type] : undefined };
      return [
        name,
        single
          ? valueSchema
          : isIdList(field)
            ? listSchema({ single, schema: valueSchema })
            : { type: 'array', items: item },
      ];
    }),
  );
}

/** Adds the routes of relations, from which editors choose. */
function described(schema: MetaSchema, model: ContentModel): MetaSchema {
  const { relation, items, properties, layouts } = schema;
  const target = relation && relationTarget(model, relation.to);
  const choice = target && { to: relation.to, kind: target.kind, label: target.label, route: target.route.slice(1) };
  const all = (members: Readonly<Record<string, MetaSchema>>) =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, described(member, model)]));
  return {
    ...schema,
    ...(items && { items: described(items, model) }),
    ...(properties && { properties: all(properties) }),
    ...(layouts && {
      layouts: Object.fromEntries(
        Object.entries(layouts).map(([name, { label, fields }]) => [name, { label, fields: all(fields) }]),
      ),
    }),
    ...(choice && { relation: choice }),
  };
}

/** The declared keys of an object that the requester may read. */
export function visibleMeta(
  model: ContentModel,
  object: MetaObject,
  subtype: string | undefined,
  principal: Principal,
  context?: Context,
): readonly MetaField[] {
  return model
    .metaOf(object, subtype)
    .filter(({ read, editOnly }) => (read === undefined || principal.can(read)) && !(editOnly && context !== 'edit'));
}
