/** The entries to export; absent properties do not restrict. */
export interface ExportFilter {
  types?: readonly string[];
  statuses?: readonly string[];
  /** Login of the author. */
  author?: string;
  /** Slug of the category. */
  category?: string;
  /** First and last day or month, in site time: `2020-05-01` or `2020-05`. */
  start?: string;
  end?: string;
}

/** A filter that fits nothing of the site; the message is a sentence for the user. */
export class ExportFilterError extends Error {}
