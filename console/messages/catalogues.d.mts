import { type Messages } from './compile.mjs';

export const LANGUAGES: readonly string[];
export const CATALOGUES: readonly { folder: string; types: string }[];
export function readCatalogue(folder: string, language: string): Promise<Messages>;
export function flatten(catalogue: Messages): [path: string, message: string][];
export function placeholders(message: string): Map<string, 'number' | 'string | number'>;
export function typesOf(catalogue: Messages): string;
