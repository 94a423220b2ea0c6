import type { RowLabels as Said } from '../model/row-labels.ts';

/** Words that have no room fall below the last line; one that begins a line hides the dot before it. */
export const RowLabels = ({ words, lines }: Said) => (
  <span className={lines === 1 ? 'mwords' : 'mwords mwords--two'}>
    <span className="mwords__flow">
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </span>
  </span>
);
