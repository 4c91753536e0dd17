/** Small and there for everybody. */
const probe = '/robots.txt';

/** Whether the server answers at all. */
export const isServerThere = (): Promise<boolean> =>
  fetch(probe, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
