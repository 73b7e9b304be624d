interface Entry {
  title: { rendered: string };
  content: { rendered: string };
}

export function Article({ entry }: { entry: Entry }) {
  return (
    <main>
      <h1 dangerouslySetInnerHTML={{ __html: entry.title.rendered }} />
      <div dangerouslySetInnerHTML={{ __html: entry.content.rendered }} />
    </main>
  );
}
