import { createHash } from 'node:crypto';
import { MAX_WORD_LENGTH } from './tables.js';

/**
 * What parts words. None of these may count as the same as a letter or digit in any collation that COLLATIONS names, or a
 * match could lie across two words; search-index.spec.ts asks the engine. Characters that a collation ignores (controls,
 * accents of their own) count as the same as some letters, so they are parts of words.
 */
const BETWEEN = '\\t-\\r -/:-@\\[-`{-~\\u00a0\\u2010-\\u2027\\u3000-\\u3002';
const WORD = new RegExp(`[^${BETWEEN}]+`, 'g');
/** The part of a search term that is looked up. */
const RUN = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}]+/gu;

/** LIKE compares these character by character. */
export const COLLATIONS: ReadonlySet<string> = new Set([
  'utf8mb4_unicode_520_ci',
  'utf8mb4_unicode_ci',
  'utf8mb4_general_ci',
  'utf8mb4_bin',
  'utf8mb4_0900_ai_ci',
  'utf8mb4_uca1400_ai_ci',
]);

/** Longer words are indexed in overlapping pieces, so that any searched text is contained in one. */
const PIECE = 64;
const MAX_RUN = PIECE / 2;
/** A letter and the accents that follow it. */
const LETTER = /[^][\u0300-\u036f]*/gu;

/** Represents a word too long to be indexed, which may contain any searched text. No text contains it as a word. */
export const ANY_WORD = '*';

export function wordsOf(texts: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(WORD)) {
      if (word.length <= PIECE) words.add(word);
      else for (const piece of piecesOf(word)) words.add(piece);
    }
  }
  return words;
}

function piecesOf(word: string): string[] {
  const letters = word.match(LETTER)!;
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from + MAX_RUN < letters.length; from += MAX_RUN) {
    const piece = letters.slice(from, from + PIECE).join('');
    pieces.push(piece.length <= MAX_WORD_LENGTH ? piece : ANY_WORD);
  }
  return pieces;
}

/** The longest part of a term that lies within one word of every text that contains the term; undefined if there is none. */
export function runOf(term: string): string | undefined {
  const runs = [...term.matchAll(RUN)].map(([run]) => [...run].slice(0, MAX_RUN).join(''));
  return runs.sort((a, b) => b.length - a.length)[0];
}

/** Whether an entry contains the term exactly if one of its words contains the run. */
export function isRun(term: string): boolean {
  return runOf(term) === term;
}

/*
 * Entries are listed under tokens of 48 bits. The upper two say what a token stands for: a word, a word of the title, or a
 * property; the others are a hash. No two words have the same token: a word whose token is taken is not indexed.
 */
const HASHES = 2 ** 46;

/** 1 to 2^46 - 1. */
export function tokenOf(word: string): number {
  return Math.max(1, createHash('sha256').update(word).digest().readUIntBE(0, 6) % HASHES);
}

export const titleToken = (token: number) => token + HASHES;

const propertyToken = (name: string) => tokenOf(name) + 2 * HASHES;

/** Entries that may contain any word: one of theirs is not indexed. */
export const ANY_WORD_TOKEN = propertyToken('any word');
/** Entries that have a password. */
export const PROTECTED_TOKEN = propertyToken('password');
/** Entries with words that are only in the name of an attached file. */
export const FILE_TOKEN = propertyToken('file');
/** Entries whose type and status another spelling may equal. */
export const OTHER_LIST_TOKEN = propertyToken('other list');

const PLAIN_NAME = /^[a-z0-9_-]+$/i;

/** Entries of a post type that have a status; undefined for names that a collation may take for other ones. */
export function listToken(type: string, status: string): number | undefined {
  return PLAIN_NAME.test(type) && PLAIN_NAME.test(status)
    ? propertyToken(`${type} ${status}`.toLowerCase())
    : undefined;
}

const DIGITS_OF_TOKEN = 8;

export function tokensAsText(tokens: readonly number[]): string {
  const bytes = Buffer.alloc(tokens.length * 6);
  tokens.forEach((token, at) => bytes.writeUIntBE(token, at * 6, 6));
  return bytes.toString('base64');
}

export function tokensOfText(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: text.length / DIGITS_OF_TOKEN }, (_, at) => bytes.readUIntBE(at * 6, 6));
}
