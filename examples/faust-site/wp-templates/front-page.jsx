import { gql } from '@apollo/client';
import { CARD, Cards, Page, SITE } from '../components/page';

export default function FrontPage({ data }) {
  if (!data) return null;
  return (
    <Page site={data.generalSettings} title="Home">
      <Cards posts={data.posts.nodes} />
    </Page>
  );
}

FrontPage.query = gql`
  ${SITE}
  ${CARD}
  query FrontPage {
    ...Site
    posts(first: 10) {
      nodes {
        ...Card
      }
    }
  }
`;
