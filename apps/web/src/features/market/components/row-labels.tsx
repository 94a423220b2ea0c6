import type { RowLabels as Labels } from '../model/row-labels.ts';

/** Words that have no room fall below the last line; one that begins a line hides the dot before it. */
export const RowLabels = ({ labels, lines }: Labels) => (
  <span className={lines === 1 ? 'mwords' : 'mwords mwords--two'}>
    <span className="mwords__flow">
      {labels.map((label) => (
        <span key={label}>{label}</span>
      ))}
    </span>
  </span>
);
