/** Option that keeps what was learned from the WordPress alongside, as JSON. */
export const LEARNED_OPTION = 'nestpress_learned_content';

/** The part that says when, how much, and what could not be learned. */
export interface LearnedSummary {
  /** Milliseconds since 1970: when WordPress confirmed it last, and when it changed last. */
  readonly learnedAt: number;
  readonly changedAt: number;
  readonly types: readonly unknown[];
  readonly taxonomies: readonly unknown[];
  readonly meta: readonly unknown[];
  /** Absent in what earlier releases stored. */
  readonly settings?: readonly unknown[];
  /** A sentence for each part of WordPress's schemas that is not served from the database. */
  readonly omitted: readonly string[];
}
