import { useCounted } from '#console-kit/statistics/counted.ts';
import { useFormats } from '#console-kit/text/format.ts';

interface CountProps {
  /** Null where nobody counted. */
  readonly of: number | null;
  readonly isEstimated?: boolean;
}

export function Count({ of, isEstimated = false }: CountProps) {
  const { number } = useFormats();
  const { text, title } = useCounted({ value: of === null ? null : number(of), isEstimated });
  return title === undefined ? text : <span title={title}>{text}</span>;
}
