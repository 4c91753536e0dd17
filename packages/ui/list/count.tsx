import { useCounted } from '#ui/text/counted.ts';
import { formats } from '#ui/text/format.ts';

interface CountProps {
  readonly of: number | null;
  readonly isEstimated?: boolean;
}

export function Count({ of, isEstimated = false }: CountProps) {
  const { text, title } = useCounted({ value: of === null ? null : formats.number(of), isEstimated });
  return title === undefined ? text : <span title={title}>{text}</span>;
}
