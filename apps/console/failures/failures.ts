type Listener = (error: unknown) => void;

const waiting: unknown[] = [];
let listener: Listener = (error) => void waiting.push(error);

export const tellFailure = (error: unknown): void => listener(error);

export function onFailure(take: Listener): void {
  for (const error of waiting.splice(0)) take(error);
  listener = take;
}
