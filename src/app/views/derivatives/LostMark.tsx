/** A cross where a value is not finite, so that it looks neither like zero nor like a large number. */
export function LostMark({ x, y, room }: { x: number; y: number; room: number }) {
  const r = Math.min(5, room / 4);
  return (
    <path className="lost-mark" d={`M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`}>
      <title>not finite</title>
    </path>
  );
}
