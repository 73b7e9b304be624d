import Head from 'next/head';
import Link from 'next/link';
import { gql } from '@apollo/client';

export const SITE = gql`
  fragment Site on RootQuery {
    generalSettings {
      title
      description
    }
  }
`;

export const CARD = gql`
  fragment Card on Post {
    id
    title
    uri
    excerpt
    author {
      node {
        name
      }
    }
  }
`;

export function Page({ site, title, children }) {
  return (
    <>
      <Head>
        <title>{`${title} – ${site.title}`}</title>
      </Head>
      <header>
        <Link href="/">{site.title}</Link>
        <p>{site.description}</p>
      </header>
      <main>{children}</main>
    </>
  );
}

export function Cards({ posts }) {
  return posts.map(({ id, title, uri, excerpt, author }) => (
    <article key={id}>
      <h2>
        <Link href={uri}>{title}</Link>
      </h2>
      {author && <p>{author.node.name}</p>}
      <div dangerouslySetInnerHTML={{ __html: excerpt ?? '' }} />
    </article>
  ));
}
