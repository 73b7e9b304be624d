import { type Messages } from './compile.mjs';

export const LANGUAGES: readonly string[];
export const TRANSLATIONS: readonly string[];
export const CATALOGUES: readonly { folder: string; types: string }[];
export function pathOf(name: string): string;
export function readJson(name: string): Promise<never>;
export function readCatalogue(folder: string, language: string): Promise<Messages>;
export function flatten(catalogue: Messages): [path: string, message: string][];
export function placeholders(message: string): Map<string, 'number' | 'string | number'>;
export function compare(english: Messages, translation: Messages): { missing: string[]; unknown: string[] };
export function typesOf(catalogue: Messages): string;
export function messagesOfTypes(source: string): Map<string, string>;
