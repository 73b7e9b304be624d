import { type ExecutionResultPayload, type Fetcher, type FetcherOpts, type FetcherParams } from '@graphiql/toolkit';

type Result = ExecutionResultPayload;

/** Sends documents with the user's cookies, whose nonce the page has; subscriptions are sent as server-sent events. */
export function fetcherOf(endpoint: string, nonce: string): Fetcher {
  return (params, options = {}) => {
    const isSubscription = operationOf(params, options) === 'subscription';
    const response = fetch(endpoint, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'Content-Type': 'application/json',
        Accept: isSubscription ? 'text/event-stream' : 'application/json',
        ...(nonce !== '' && { 'X-WP-Nonce': nonce }),
        ...(options.headers as Record<string, string> | undefined),
      },
      body: JSON.stringify(params),
    });
    return isSubscription ? events(response) : response.then((one) => one.json() as Promise<Result>);
  };
}

function operationOf({ operationName }: FetcherParams, { documentAST }: FetcherOpts): string | undefined {
  const operations = (documentAST?.definitions ?? []).filter((one) => one.kind === 'OperationDefinition');
  return operations.find(({ name }) => !operationName || name?.value === operationName)?.operation;
}

async function* events(pending: Promise<Response>): AsyncGenerator<Result, void, undefined> {
  const response = await pending;
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) {
    yield (await response.json()) as Result;
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + value).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const data = /^data: (.+)$/m.exec(part)?.[1];
        if (data !== undefined) yield JSON.parse(data) as Result;
      }
    }
  } finally {
    await reader.cancel();
  }
}
