export const lamps = (count: number): string =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: `${index}`, name: `Lamp ${index}`, price: index })).join('\n');
