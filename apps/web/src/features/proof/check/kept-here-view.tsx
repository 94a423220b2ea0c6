import { Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { PriceCheck } from '../price/price-check.ts';
import { useMoments } from './moments.ts';

/**
 * Shows what the verdict rests on: heads that came with the evidence are the exchange's own claim, heads stored on this
 * device are not.
 */
export function KeptHere({ check: { kept, verdict } }: { check: PriceCheck }) {
  const text = useText();
  const { day } = useMoments();
  const count = kept.heads.length;
  if (count === 0 && verdict.kind !== 'correct') return null; // A failed proof is not stored, and there is no head yet.
  if (count === 0)
    return (
      <div className="mt-4 px-gutter">
        <Note icon="info">{text('proof.kept.first')}</Note>
      </div>
    );
  const since = day(Math.min(...kept.heads.map(({ keptAt }) => keptAt)));
  const isPinned = verdict.kind === 'correct' && verdict.keptHead !== undefined;
  return (
    <div className="mt-4 px-gutter">
      <Note icon={isPinned ? 'shield-check' : 'info'}>
        {text('proof.kept.since', { count, since })}
        {verdict.kind === 'correct' && ` ${text(isPinned ? 'proof.kept.pinned' : 'proof.kept.told')}`}
      </Note>
    </div>
  );
}
