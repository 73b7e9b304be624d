/** Files of the editor's workers, by the language that they are for; the build puts them next to the page's script. */
declare const WORKERS: { readonly editor: string; readonly graphql: string; readonly json: string };

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_id: string, label: string): Worker {
      const file = label === 'graphql' ? WORKERS.graphql : label === 'json' ? WORKERS.json : WORKERS.editor;
      return new Worker(new URL(file, import.meta.url), { type: 'module', name: label });
    },
  },
});
