export function onFreePorts<Running>(
  count: number,
  start: (ports: readonly number[]) => Promise<Running | null>,
): Promise<Running | null>;
