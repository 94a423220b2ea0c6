/** Renders a figure and its unit: tabular digits, the unit in a quieter tone. */
export function Num({ text, unit }: { text: string; unit?: string }) {
  return (
    <span className="num">
      {text}
      {unit !== undefined && <span className="num__unit"> {unit}</span>}
    </span>
  );
}
