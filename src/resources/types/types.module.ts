import { type Principal } from '../../access/principal.js';
import { type PostType } from '../../site/model/post-types.js';
import { ContextArgs } from '../../rest/args/common.args.js';
import { denied } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { Links } from '../../rest/response/links.js';
import { type RegistryDeclaration } from '../registries/registry.js';
import { registryModule } from '../registries/registry.module.js';
import { TYPE } from './types.fields.js';

const mayEditType = (principal: Principal, type: PostType) => principal.can(type.capabilities.edit_posts);

export const TYPE_REGISTRY: RegistryDeclaration<PostType, ContextArgs> = {
  base: 'types',
  nameArg: 'type',
  fields: TYPE,
  listArgs: ContextArgs,

  canList: ({ principal, model }, { context }) =>
    context !== 'edit' ||
    model.restTypes.some((type) => mayEditType(principal, type)) ||
    denied(principal, 'rest_cannot_view', 'You may not edit items of any type.'),

  list: ({ principal, model }, { context }) =>
    model.restTypes.filter((type) => context !== 'edit' || mayEditType(principal, type)),

  find: ({ principal, profile, model }, name, context) => {
    const type = model.types.get(name);
    const isHidden = type ? !type.restBase : profile.types.hidden.includes(name);
    if (isHidden) throw denied(principal, 'rest_cannot_read_type', 'This type cannot be read here.');
    if (!type) throw new RestError('rest_type_invalid', 'There is no type of this name.', 404);
    if (context === 'edit' && !mayEditType(principal, type))
      throw denied(principal, 'rest_forbidden_context', 'You may not edit items of this type.');
    return type;
  },

  links: (site, type) =>
    new Links().add('collection', site.rest('/wp/v2/types')).add('https://api.w.org/items', site.rest(type.route)),
};

export class TypesModule extends registryModule(TYPE_REGISTRY) {}
