import { type TokenState } from './form-token.js';

/** What speaks against a submission; kept with it, never told to its sender. */
export interface SpamFinding {
  readonly agent: string;
  readonly reason: string;
}

export interface SpamEvidence {
  readonly userAgent: string;
  readonly address: string;
  readonly values: readonly string[];
  /** The site's words that nobody may use, one a line. */
  readonly disallowed: string;
  /** What stands in the field that people do not see. */
  readonly trap: string;
  readonly token: TokenState;
  readonly needsToken: boolean;
}

const LONGEST_WORD = 256;

/** The first thing found. */
export function findSpam(evidence: SpamEvidence): SpamFinding | undefined {
  if (evidence.userAgent.length < 2) return { agent: 'agent', reason: 'The browser does not say what it is.' };
  const word = disallowedWord(evidence);
  if (word !== undefined) return { agent: 'disallowed-list', reason: `A disallowed word is used: ${word}` };
  if (evidence.trap !== '') return { agent: 'honeypot', reason: 'A field that people do not see was filled in.' };
  return tokenProblem(evidence);
}

function disallowedWord({ disallowed, values, address, userAgent }: SpamEvidence): string | undefined {
  const lines = disallowed
    .toLowerCase()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const words = lines.filter((word) => word !== '' && word.length <= LONGEST_WORD);
  if (words.length === 0) return undefined;
  const texts = [...values, address, userAgent].map((text) => text.toLowerCase());
  return words.find((word) => texts.some((text) => text.includes(word)));
}

function tokenProblem({ token, needsToken }: SpamEvidence): SpamFinding | undefined {
  if (typeof token === 'object' || (token === 'absent' && !needsToken)) return undefined;
  return { agent: 'form-token', reason: `The token of the form is ${token}.` };
}
