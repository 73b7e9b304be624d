import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/** Loads sharp with the first image: most processes never decode one, and libvips takes memory and start-up time. */
export function loadSharp(): Promise<typeof sharp> {
  return (loading ??= import('sharp').then(({ default: library }) => {
    library.concurrency(1);
    library.cache(false);
    return library;
  }));
}
