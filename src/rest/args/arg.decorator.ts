import { getMetadataStorage, ValidateBy, type ValidationArguments } from 'class-validator';
import { DeclarationError } from '../../content-model/declaration-error.js';
import { optionsProblem } from '../../text/value-shape.js';
import { type Profile, resolve } from '../../variant/profile.js';
import { WP4_ARGS } from '../../variant/rest.variants.js';
import { ARG_MEMBERS, type ArgDeclaration, type ResolvedArg } from './schema.js';
import { validateValue } from './validate-value.js';

const CONSTRAINT = 'restArg';

/**
 * Declares an argument of a route. The declaration is a class-validator constraint; validation, conversion, defaults, the
 * index, OPTIONS and the OpenAPI document are all derived from it.
 */
export function Arg(declaration: ArgDeclaration): PropertyDecorator {
  return argument(declaration, true);
}

/** The same for an argument that follows from another declaration, which may have members of its own. */
export function addArg(target: object, name: string, declaration: ArgDeclaration): void {
  argument(declaration, false)(target, name);
}

function argument(declaration: ArgDeclaration, isChecked: boolean): PropertyDecorator {
  return ValidateBy({
    name: CONSTRAINT,
    constraints: [declaration, isChecked],
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => verdict(value, args!) === undefined,
      defaultMessage: (args?: ValidationArguments) => verdict(args!.value, args!) ?? '',
    },
  });
}

/** class-validator's own `validate(dto)` has no profile: what only some profiles check is not checked there. */
function verdict(value: unknown, args: ValidationArguments): string | undefined {
  const { items, enum: values, variation: _variation, ...declaration } = args.constraints[0] as ArgDeclaration;
  const name = args.property;
  if (value === undefined || value === null) return declaration.required ? `Missing parameter(s): ${name}` : undefined;
  if (declaration.unchecked) return undefined;
  const schema = {
    ...declaration,
    items: typeof items === 'function' ? undefined : items,
    enum: typeof values === 'function' ? undefined : values,
  };
  return validateValue(value, schema, name, WP4_ARGS)?.message;
}

// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export type DtoClass<T extends object = {}> = new () => T;

/** The arguments of a DTO class, base class first, in the order they were declared. */
export function readArgs(dto: DtoClass, profile: Profile): ResolvedArg[] {
  const chain: unknown[] = [];
  for (
    let type: unknown = dto;
    typeof type === 'function' && type !== Function.prototype;
    type = Object.getPrototypeOf(type)
  )
    chain.unshift(type);
  const found = new Map<string, ResolvedArg>();
  for (const metadata of getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', true, false)
    .filter((entry) => entry.name === CONSTRAINT)
    .sort((a, b) => chain.indexOf(a.target) - chain.indexOf(b.target))) {
    const [declaration, isChecked] = metadata.constraints as [ArgDeclaration, boolean];
    if (isChecked) assertMembers(dto, metadata.propertyName, declaration);
    if (declaration.present && !declaration.present(profile)) found.delete(metadata.propertyName);
    else found.set(metadata.propertyName, resolveArg(metadata.propertyName, declaration, profile));
  }
  return [...found.values()];
}

function assertMembers(dto: DtoClass, name: string, declaration: ArgDeclaration): void {
  const problem = optionsProblem(declaration, ARG_MEMBERS);
  if (problem !== undefined) throw new DeclarationError(`@Arg of ${dto.name}.${name}: ${problem}`);
}

/** Whether a DTO class declares the argument, in whichever profile. */
export function hasArg(dto: DtoClass, name: string): boolean {
  return getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', true, false)
    .some((entry) => entry.name === CONSTRAINT && entry.propertyName === name);
}

function resolveArg(
  name: string,
  { present: _present, variation, ...common }: ArgDeclaration,
  profile: Profile,
): ResolvedArg {
  const declaration = { ...common, ...variation?.(profile) };
  const resolved: ResolvedArg = { ...declaration, name, items: undefined, enum: undefined };
  if (declaration.items !== undefined) resolved.items = resolve(declaration.items, profile);
  if (declaration.enum !== undefined) resolved.enum = resolve(declaration.enum, profile);
  return resolved;
}
