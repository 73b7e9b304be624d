import { gql } from '@apollo/client';
import Link from 'next/link';
import { Page, SITE } from '../components/page';

export default function Singular({ data }) {
  if (!data?.contentNode) return null;
  const { title, content, featuredImage, categories, comments } = data.contentNode;
  return (
    <Page site={data.generalSettings} title={title}>
      <h1>{title}</h1>
      {featuredImage && <img src={featuredImage.node.sourceUrl} alt={featuredImage.node.altText ?? ''} />}
      <div dangerouslySetInnerHTML={{ __html: content ?? '' }} />
      {categories?.nodes.map(({ id, name, uri }) => (
        <Link key={id} href={uri}>
          {name}
        </Link>
      ))}
      {comments?.nodes.map(({ id, content: text, author }) => (
        <blockquote key={id}>
          <div dangerouslySetInnerHTML={{ __html: text }} />
          <footer>{author?.node.name}</footer>
        </blockquote>
      ))}
    </Page>
  );
}

Singular.variables = ({ databaseId }) => ({ id: databaseId });

Singular.query = gql`
  ${SITE}
  query Singular($id: ID!) {
    ...Site
    contentNode(id: $id, idType: DATABASE_ID) {
      id
      ... on NodeWithTitle {
        title
      }
      ... on NodeWithContentEditor {
        content
      }
      ... on NodeWithFeaturedImage {
        featuredImage {
          node {
            sourceUrl
            altText
          }
        }
      }
      ... on Post {
        categories {
          nodes {
            id
            name
            uri
          }
        }
        comments {
          nodes {
            id
            content
            author {
              node {
                name
              }
            }
          }
        }
      }
    }
  }
`;
