/** A small site as data; places are by slug, ids and dates are given when it is written. */
export interface SampleTerm {
  slug: string;
  name: string;
  description?: string;
}

export interface SampleComment {
  author: string;
  email: string;
  url?: string;
  text: string;
  hoursLater: number;
  /** Index of the comment it answers, in the same list. */
  replyTo?: number;
  /** Written by the administrator. */
  byAdmin?: boolean;
}

export interface SampleEntry {
  type: 'post' | 'page';
  status: 'publish' | 'draft';
  slug: string;
  title: string;
  daysAgo: number;
  content: string;
  excerpt?: string;
  categories?: string[];
  tags?: string[];
  parent?: string;
  menuOrder?: number;
  sticky?: boolean;
  comments?: SampleComment[];
}

export interface SampleSite {
  categories: SampleTerm[];
  tags: SampleTerm[];
  entries: SampleEntry[];
}
