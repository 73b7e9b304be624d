import { gql } from '@apollo/client';
import { CARD, Cards, Page, SITE } from '../components/page';

/** Posts of a category or tag. */
export default function Archive({ data }) {
  if (!data?.termNode) return null;
  const { name, posts } = data.termNode;
  return (
    <Page site={data.generalSettings} title={name}>
      <h1>{name}</h1>
      <Cards posts={posts?.nodes ?? []} />
    </Page>
  );
}

Archive.variables = ({ databaseId }) => ({ id: databaseId });

Archive.query = gql`
  ${SITE}
  ${CARD}
  query Archive($id: ID!) {
    ...Site
    termNode(id: $id, idType: DATABASE_ID) {
      id
      name
      ... on Category {
        posts {
          nodes {
            ...Card
          }
        }
      }
      ... on Tag {
        posts {
          nodes {
            ...Card
          }
        }
      }
    }
  }
`;
