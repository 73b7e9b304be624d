import { getWordPressProps, WordPressTemplate } from '@faustwp/core';

/** Every address of the site: Faust asks what is at it and chooses a template. */
export default function Page(props) {
  return <WordPressTemplate {...props} />;
}

export const getStaticProps = (ctx) => getWordPressProps({ ctx, revalidate: 1 });

export const getStaticPaths = () => ({ paths: [], fallback: 'blocking' });
