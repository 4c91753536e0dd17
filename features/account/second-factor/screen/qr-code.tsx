import { encode } from 'uqr';

/** Light modules around the code, as many as readers need (ISO/IEC 18004). */
const quietModules = 4;
const sizePx = 208;

interface QrCodeProps {
  readonly text: string;
  /** What it is, for those who don't see it. */
  readonly label: string;
}

/** Dark on light in every look, as readers expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg role="img" aria-label={label} width={sizePx} height={sizePx} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
