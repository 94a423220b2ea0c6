/** A figure and its unit: digits of one width, the unit one tone back. */
export function Num({ text, unit }: { text: string; unit?: string }) {
  return (
    <span className="num">
      {text}
      {unit !== undefined && <span className="num__unit"> {unit}</span>}
    </span>
  );
}
