import { create } from 'qrcode';

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
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_, row) => row);
  const path = rows.flatMap((y) => rows.flatMap((x) => (modules.get(y, x) ? `M${x} ${y}h1v1h-1z` : []))).join('');
  const whole = size + 2 * quietModules;
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`${-quietModules} ${-quietModules} ${whole} ${whole}`}
      shapeRendering="crispEdges"
    >
      <rect x={-quietModules} y={-quietModules} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
