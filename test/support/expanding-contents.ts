/** Contents of a few hundred bytes that show every post for every post, at several levels. */

const loop = (depth: number, inside: string): string =>
  depth === 0
    ? inside
    : `<!-- wp:query {"query":{"perPage":100}} --><!-- wp:post-template -->${loop(depth - 1, inside)}<!-- /wp:post-template --><!-- /wp:query -->`;

export const EXPANDING_CONTENTS: Readonly<Record<string, string>> = {
  titles: loop(6, '<!-- wp:post-title /-->'),
  contents: loop(3, '<!-- wp:post-content /-->'),
  excerpts: loop(3, '<!-- wp:post-excerpt /-->'),
  latest: loop(3, '<!-- wp:latest-posts {"postsToShow":100,"displayPostContent":true} /-->'),
  pages: loop(3, '<!-- wp:page-list /--><!-- wp:categories /--><!-- wp:calendar /-->'),
};
