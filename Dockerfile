# syntax=docker/dockerfile:1
# The service alone: compiled, with production packages, as an ordinary user. See docs/deployment.md.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json .swcrc ormconfig.ts ./
COPY bin/supported-node.mjs ./bin/
COPY tools/build.mjs tools/staged-folder.mjs tools/usage.mjs ./tools/
COPY console ./console
COPY src ./src
RUN npm run build
# The block editor downloads 500 MB of packages for 1.4 MB of files; docker build --build-arg BLOCK_EDITOR=off does without.
ARG BLOCK_EDITOR=on
COPY packages/compress.mjs ./packages/compress.mjs
COPY packages/block-editor ./packages/block-editor
RUN mkdir -p packages/block-editor/dist && if [ "$BLOCK_EDITOR" = on ]; then npm run block-editor; fi
COPY packages/graphiql ./packages/graphiql
RUN mkdir -p packages/graphiql/dist && npm run graphiql

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
# One arena of the allocator per thread would keep memory that is free; see docs/reliability.md.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
# mariadb-dump and mariadb, which `nestpress backup` and `restore` call for a database server.
RUN apt-get update && apt-get install -y --no-install-recommends mariadb-client && rm -rf /var/lib/apt/lists/*
# `nestpress COMMAND` in the container: docs/deployment.md.
RUN ln -s /app/bin/nestpress.mjs /usr/local/bin/nestpress
# /data belongs to the service; everything else may be read-only.
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages/block-editor/dist ./packages/block-editor/dist
COPY --from=build /app/packages/graphiql/dist ./packages/graphiql/dist
COPY bin ./bin
COPY package.json content-types.schema.json LICENSE ./
COPY deploy/healthcheck.mjs ./deploy/
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
# No shell and no npm in between: signals reach the service, which drains and ends by itself.
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
