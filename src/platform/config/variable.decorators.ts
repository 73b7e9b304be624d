import 'reflect-metadata';
import { isIP } from 'node:net';
import { Transform } from 'class-transformer';
import { getMetadataStorage, IsBoolean, IsInt, Max, Min, ValidateBy } from 'class-validator';

const ON = new Set(['on', 'true', '1', 'yes']);
const OFF = new Set(['off', 'false', '0', 'no']);

/** `on` or `off`, in the usual spellings. */
export function Switch(): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => {
    const word = String(value).toLowerCase();
    return ON.has(word) ? true : OFF.has(word) ? false : value;
  });
  const check = IsBoolean({ message: 'must be on or off' });
  return (target, key) => [read, check].forEach((decorate) => decorate(target, key as string));
}

/** A whole number within limits. */
export function Whole(from: number, to: number): PropertyDecorator {
  const read = Transform(({ value }: { value: unknown }) => (/^\d+$/.test(String(value)) ? Number(value) : value));
  const message = `must be a whole number from ${from} to ${to}`;
  const checks = [IsInt({ message }), Min(from, { message }), Max(to, { message })];
  return (target, key) => [read, ...checks].forEach((decorate) => decorate(target, key as string));
}

/** A comma list whose every entry passes the check. */
export function ListOf(check: (entry: string) => boolean, message: string): PropertyDecorator {
  return ValidateBy(
    { name: 'listOf', validator: { validate: (value) => typeof value === 'string' && entriesOf(value).every(check) } },
    { message },
  );
}

export function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** An address, a network such as 10.0.0.0/8, or one of the names Express has for networks. */
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

interface Description {
  meaning: string;
  isSecret: boolean;
}

const DESCRIPTIONS = Symbol('descriptions');

function describe(description: Description): PropertyDecorator {
  return (target, key) => {
    const known =
      (Reflect.getMetadata(DESCRIPTIONS, target) as Map<string, Description> | undefined) ??
      new Map<string, Description>();
    Reflect.defineMetadata(DESCRIPTIONS, known.set(String(key), description), target);
  };
}

/** One line for the configuration reference. Every variable needs this or `Secret`; a test sees to it. */
export function Meaning(meaning: string): PropertyDecorator {
  return describe({ meaning, isSecret: false });
}

/** As `Meaning`; the value may also be in the file that NAME_FILE names, and is never shown. */
export function Secret(meaning: string): PropertyDecorator {
  return describe({ meaning, isSecret: true });
}

export function descriptionOf(environment: new () => object, name: string): Description | undefined {
  return (
    Reflect.getMetadata(DESCRIPTIONS, environment.prototype as object) as Map<string, Description> | undefined
  )?.get(name);
}

/** Every variable with a check on it, in the order of the class, and what the check says of a wrong value. */
export function variablesOf(environment: new () => object): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const { propertyName, message } of getMetadataStorage().getTargetValidationMetadatas(
    environment,
    '',
    false,
    false,
  )) {
    found.set(propertyName, typeof message === 'string' ? message : found.get(propertyName));
  }
  return found;
}
