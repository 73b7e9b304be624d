/** A copy that cannot be made, or did not turn out right; the sentence is for people. */
export class CopyError extends Error {}
