# What both installs start from, what runs needs, what builds, and the image itself.
FROM node:26.10.0-bookworm-slim AS manifests
WORKDIR /app
RUN npm install --global pnpm@11.28.10
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/commerce/package.json packages/commerce/
COPY packages/contract/package.json packages/contract/

FROM manifests AS packages
RUN pnpm install --prod --frozen-lockfile --filter dukkan --filter "@dukkan/api..."

FROM manifests AS build
RUN pnpm install --frozen-lockfile
COPY . .
RUN node scripts/build.mjs

FROM node:26.10.0-bookworm-slim
ARG COMMIT=""
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data WEB_ROOT=/app/apps/web/dist COMMIT=$COMMIT
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/apps/api/package.json ./apps/api/
COPY --from=packages /app/apps/api/node_modules ./apps/api/node_modules
COPY --from=build /app/apps/api/dist ./apps/api/dist
COPY --from=build /app/apps/web/dist ./apps/web/dist
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/scripts/migrate.mjs /app/scripts/verify.mjs /app/scripts/verify-audit.mjs ./scripts/
COPY --from=build /app/scripts/lib ./scripts/lib
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "scripts/lib/process/healthy.mjs"]
CMD ["sh", "-c", "node scripts/migrate.mjs && exec node --max-semi-space-size=$([ \"$ROLE\" = worker ] && echo 2 || echo 16) apps/api/dist/main.js"]
