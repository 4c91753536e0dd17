# docker build -t aisle .
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
RUN chown node:node /build
USER node
COPY --chown=node:node package.json package-lock.json ./
RUN npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error
COPY --chown=node:node . .
RUN npm run pack

FROM node:24.21.0-bookworm-slim
COPY --from=build /build/aisle-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/aisle-*.tgz && rm -r /tmp/aisle-*.tgz /root/.npm
# Nothing but the data folder is written; its root file system may be read-only. Volumes begin as the folders that they are put upon.
RUN install --directory --owner=node --group=node --mode=700 /data /data/uploads /backups
ENV NODE_ENV=production \
    AISLE_HOST=0.0.0.0 \
    AISLE_PORT=4600 \
    AISLE_DATA=/data
USER node
VOLUME ["/data"]
EXPOSE 4600
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.AISLE_PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["aisle", "start"]
