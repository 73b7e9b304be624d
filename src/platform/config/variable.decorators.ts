import 'reflect-metadata';
import { isIP } from 'node:net';
import { Transform, Type } from 'class-transformer';
import { getMetadataStorage, IsIn, IsInt, Max, Min, ValidateBy, ValidateNested } from 'class-validator';

type Declaration = new () => object;

/** A class of variables. */
export interface ConfigGroup extends Declaration {
  /** Checks that involve several variables of the group; throws a ConfigError. */
  check?(values: object): void;
}

/** A property that is read from an environment variable, or a class of such properties. */
export type Member =
  | { property: string; name: string; meaning: string; isSecret: boolean; group?: undefined }
  | { property: string; group: ConfigGroup };

const MEMBERS = Symbol('members');

function addMember(target: object, member: Member): void {
  Reflect.defineMetadata(MEMBERS, [...membersOf(target.constructor as Declaration), member], target);
}

/** Orders the members after the first ones by their names. */
export function sortMembersAfter(declaration: Declaration, first: number): void {
  const members = membersOf(declaration);
  const sorted = members.slice(first).sort((a, b) => (a.property < b.property ? -1 : 1));
  Reflect.defineMetadata(MEMBERS, [...members.slice(0, first), ...sorted], declaration.prototype as object);
}

/** In the order of the class. */
export function membersOf(declaration: Declaration): readonly Member[] {
  return (Reflect.getMetadata(MEMBERS, declaration.prototype as object) as Member[] | undefined) ?? [];
}

/** The environment variable that sets the property, and its description in the configuration reference. */
export function Variable(name: string, meaning: string): PropertyDecorator {
  return (target, key) => addMember(target, { property: String(key), name, meaning, isSecret: false });
}

/** Like `Variable`; the value may also come from the file in NAME_FILE, and is never printed. */
export function Secret(name: string, meaning: string): PropertyDecorator {
  return (target, key) => addMember(target, { property: String(key), name, meaning, isSecret: true });
}

/** Variables that belong together, declared in a class of their own. */
export function Group(group: ConfigGroup): PropertyDecorator {
  return (target, key) => {
    addMember(target, { property: String(key), group });
    Type(() => group)(target, key);
    ValidateNested()(target, key as string);
  };
}

/** The error message of a property's checks; undefined if any text is accepted. */
export function checkMessage(declaration: Declaration, property: string): string | undefined {
  return getMetadataStorage()
    .getTargetValidationMetadatas(declaration, '', false, false)
    .filter(({ propertyName }) => propertyName === property)
    .map(({ message }) => message)
    .find((message) => typeof message === 'string');
}

const ON = new Set(['on', 'true', '1', 'yes']);
const OFF = new Set(['off', 'false', '0', 'no']);

/** `on` or `off`, one of their synonyms, or the given word. */
export function IsSwitch(special?: string): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => {
    const word = String(value).toLowerCase();
    return ON.has(word) ? true : OFF.has(word) ? false : value;
  });
  const message = special === undefined ? 'must be on or off' : `must be on, off or ${special}`;
  return combine(read, IsIn([true, false, special], { message }));
}

/** A whole number within limits. */
export function IsWholeNumber(from: number, to: number): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => (/^\d+$/.test(String(value)) ? Number(value) : value));
  const message = `must be a whole number from ${from} to ${to}`;
  return combine(read, IsInt({ message }), Min(from, { message }), Max(to, { message }));
}

export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** A port on this machine only, or `address:port`. */
export function IsListener(): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => {
    const [, host = '127.0.0.1', port] = /^(?:([\w.-]+|\[[\da-fA-F:]+\]):)?(\d+)$/.exec(String(value)) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
  const validate = (value: unknown) => {
    const { port } = value as Listener;
    return port >= 1 && port <= 65535;
  };
  const message = 'must be a port from 1 to 65535, or an address and a port such as 0.0.0.0:9464';
  return combine(read, ValidateBy({ name: 'isListener', validator: { validate } }, { message }));
}

/** A comma-separated list whose entries pass the check, `none` for an empty list, or the given word. */
export function IsListOf(check: (entry: string) => boolean, message: string, word?: string): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => {
    const text = String(value).trim();
    return text === word ? word : text === 'none' ? [] : entriesOf(text);
  });
  const validate = (value: unknown) => value === word || (Array.isArray(value) && value.every(check));
  return combine(read, ValidateBy({ name: 'isListOf', validator: { validate } }, { message }));
}

function combine(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => decorators.forEach((decorate) => decorate(target, key as string));
}

function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** An IP address, a network such as 10.0.0.0/8, or one of Express's names for networks. */
export function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** `scheme://host[:port]` exactly as browsers send it. */
export function isOrigin(entry: string): boolean {
  return URL.canParse(entry) && new URL(entry).origin === entry;
}
