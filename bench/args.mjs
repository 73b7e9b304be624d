// Processor time of the arguments of one posts list request: the compiled checker, which also converts and fills in
// defaults, against class-validator's validate() of the same DTO, which only checks. Run: node bench/args.mjs
import '../tools/usage.mjs';
import 'reflect-metadata';
import { validate } from 'class-validator';
import '../tools/typescript.mjs';

const { PostsController } = await import('../src/modules/posts/posts.controller.ts');
const { CORE_MODEL } = await import('../src/content-model/content-model.ts');
const { CompiledArgs } = await import('../src/rest/args/compile.ts');
const { RestRequest } = await import('../src/rest/http/rest-request.ts');
const { REST_ROUTE } = await import('../src/rest/route/route.decorators.ts');
const { DEFAULT_PROFILE } = await import('../src/variant/profiles.ts');

const REQUESTS = 20_000;

const { args } = Reflect.getMetadata(REST_ROUTE, PostsController.prototype.list);
const ListPostsDto = args.resolve(CORE_MODEL);
const compiled = new CompiledArgs(ListPostsDto, DEFAULT_PROFILE);
const principal = { can: () => false, isAnonymous: true };
const query = { per_page: '20', page: '2', categories: '3,4', order: 'asc', orderby: 'title', search: 'apple' };

const check = () => {
  const request = new RestRequest('GET', '/wp/v2/posts', { ...query }, {}, '127.0.0.1', 'GET');
  return compiled.check({ request, principal });
};
const converted = await check();
const ways = { compiled: check, validate: () => validate(Object.assign(new ListPostsDto(), converted)) };

for (let round = 1; round <= 4; round++) {
  for (const [name, way] of Object.entries(ways)) {
    const start = process.cpuUsage();
    for (let request = 0; request < REQUESTS; request++) await way();
    const { user, system } = process.cpuUsage(start);
    console.log(`round ${round}, ${name}: ${((user + system) / REQUESTS).toFixed(1)} µs per request`);
  }
}
