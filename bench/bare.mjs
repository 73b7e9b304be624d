// A bare node:http server that returns the same bytes as the service did for each path: the ceiling to compare with.
import http from 'node:http';

const origin = process.env.ORIGIN;
const answers = new Map();

async function fetched(url) {
  const answer = await fetch(origin + url);
  const sent = {};
  for (const [name, value] of answer.headers)
    if (
      ![
        'connection',
        'keep-alive',
        'date',
        'transfer-encoding',
        'x-request-id',
        'content-encoding',
        'content-length',
        'age',
        'x-nestpress-cache',
      ].includes(name)
    )
      sent[name] = value;
  const body = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    headers: { ...sent, ...(body.length > 0 && { 'content-length': body.length }) },
    body,
  };
}

http
  .createServer((request, response) => {
    const stored = answers.get(request.url);
    if (stored) {
      response.writeHead(stored.status, stored.headers).end(stored.body);
      return;
    }
    if (request.url === '/ready') {
      response.end();
      return;
    }
    fetched(request.url).then((answer) => {
      answers.set(request.url, answer);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  })
  .listen(Number(process.env.PORT), '127.0.0.1');
