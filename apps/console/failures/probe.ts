const probe = '/robots.txt';

export const isServerThere = (): Promise<boolean> =>
  fetch(probe, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
