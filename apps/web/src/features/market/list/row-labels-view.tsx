import type { RowLabels as Labels } from './row-labels.ts';

/**
 * Labels that do not fit wrap below the last line and are hidden; a label that starts a line hides the dot before it.
 */
export const RowLabels = ({ labels, musts, lines }: Labels) => (
  <span className={lines === 1 ? 'mwords' : 'mwords mwords--two'}>
    <span className="mwords__flow">
      {labels.map((label, place) => (
        <span key={label} data-truncated={place < musts ? undefined : true}>
          {label}
        </span>
      ))}
    </span>
  </span>
);
