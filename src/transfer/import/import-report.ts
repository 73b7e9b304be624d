import { type FileSource } from './attachment-files.service.js';
import { type AuthorOptions } from './author-import.service.js';

export interface ImportOptions extends AuthorOptions {
  files: FileSource;
}

/** The result of an import. */
export interface ImportReport {
  /** The site the file came from. */
  from: string;
  /** Whether the previous run was interrupted. */
  isContinued: boolean;
  imported: number;
  alreadyHere: number;
  refused: number;
  comments: number;
  terms: number;
  authors: number;
  filesBrought: number;
  filesMissing: number;
  textsRewritten: number;
}

export interface ImportListener {
  progress(bytes: number, ofBytes: number, report: Readonly<ImportReport>): void;
  /** A warning for the user. */
  note(sentence: string): void;
}

export function newReport(): ImportReport {
  return {
    from: '',
    isContinued: false,
    imported: 0,
    alreadyHere: 0,
    refused: 0,
    comments: 0,
    terms: 0,
    authors: 0,
    filesBrought: 0,
    filesMissing: 0,
    textsRewritten: 0,
  };
}
