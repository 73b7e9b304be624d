import { type Plugin } from 'esbuild';
import { type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export interface Messages {
  readonly [key: string]: string | Messages;
}

export const compiledCatalogues: Plugin;
export function compileCatalogue(catalogue: Messages, language: string): string;
export function compileMessage(message: string): string;
export function parseMessage(message: string): MessageFormatElement[];
