import { encode } from 'uqr';
import { grouped } from '../../ui/numbers';

/** The most bytes that the largest code holds, with the least error correction. */
const MOST = 2953;
/** With more bytes, cells are too small for most cameras to read from a wall. */
const MANY = 1100;
const QUIET = 4;

/** A text as a QR code: black on white in every theme, since cameras want it so. */
export function QrCode({ text }: { text: string }) {
  if (text.length > MOST)
    return (
      <p>A QR code holds {grouped(MOST)} characters: this link is too long for one. Shorter kernels fit.</p>
    );
  const { data, size } = encode(text, { ecc: 'L', border: 0 });
  const cells = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1Z` : [])),
  );
  const side = size + 2 * QUIET;
  return (
    <>
      <svg
        className="qr-code"
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label="QR code of the short link"
      >
        <rect width={side} height={side} fill="#fff" />
        <path d={cells.join('')} fill="#000" shapeRendering="crispEdges" />
      </svg>
      {text.length > MANY && <p>Its cells are small: show it large, or print it.</p>}
    </>
  );
}
