/** An import that cannot be done as asked; the sentence is for people. */
export class ImportError extends Error {}
