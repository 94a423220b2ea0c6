import type { RowLabels as Labels } from './row-labels.ts';

/**
 * Labels that do not fit wrap below the last line and are hidden; a label that starts a line hides the dot before it.
 */
export const RowLabels = ({ labels, lines }: Labels) => (
  <span className={lines === 1 ? 'mwords' : 'mwords mwords--two'}>
    <span className="mwords__flow">
      {labels.map((label) => (
        <span key={label}>{label}</span>
      ))}
    </span>
  </span>
);
