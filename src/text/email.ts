import { trimCharacters } from './php-strings.js';

const BLANKS = ' \t\n\r\0\x0B';
const NOT_IN_LOCAL_PART = /[^a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]/g;

export interface EmailOptions {
  /** Shorter addresses are refused. */
  minLength: number;
}

export function isEmail(address: string, { minLength }: EmailOptions): boolean {
  const parts = splitAddress(address, minLength);
  if (!parts) return false;
  const { local, domain } = parts;
  if (local === '' || local.replace(NOT_IN_LOCAL_PART, '') !== local) return false;
  if (domain.includes('..') || trimCharacters(domain, `${BLANKS}.`) !== domain) return false;
  const labels = domain.split('.');
  return (
    labels.length > 1 && labels.every((label) => /^[a-z0-9-]+$/i.test(label) && trimCharacters(label, '-') === label)
  );
}

/** Drops what an address may not contain; '' when no address remains. */
export function cleanEmail(address: string, { minLength }: EmailOptions): string {
  const parts = splitAddress(address, minLength);
  if (!parts) return '';
  const local = parts.local.replace(NOT_IN_LOCAL_PART, '');
  const domain = trimCharacters(parts.domain.replace(/\.{2,}/g, ''), `${BLANKS}.`);
  const labels = domain
    .split('.')
    .map((label) => trimCharacters(label, `${BLANKS}-`).replace(/[^a-z0-9-]+/gi, ''))
    .filter((label) => label !== '');
  return local === '' || labels.length < 2 ? '' : `${local}@${labels.join('.')}`;
}

function splitAddress(address: string, minLength: number): { local: string; domain: string } | undefined {
  const at = address.indexOf('@');
  if (address.length < minLength || address.indexOf('@', 1) < 0) return undefined;
  return { local: address.slice(0, at), domain: address.slice(at + 1) };
}
