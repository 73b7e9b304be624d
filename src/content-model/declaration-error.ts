/** An invalid declaration; the message says which, where, and why. */
export class DeclarationError extends Error {}

/** A declaration, and where it was made. */
export interface PlacedDeclaration<D> {
  readonly value: D;
  readonly place: string;
}
