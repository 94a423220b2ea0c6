import { securityScore } from '@app/domain/auth';
import { CountRing } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { Security } from './security.ts';
import { factsOf } from './security-facts.ts';

/** Number of protections that are on, and how many more there are. */
export function SecurityScore({ security }: { security: Security }) {
  const text = useText();
  const { points, of } = securityScore(factsOf(security));
  const label = text('security.score', { done: points, count: of });
  return (
    <section className="flex items-center gap-4 px-gutter pt-2">
      <CountRing done={points} of={of} label={label} />
      <div className="min-w-0">
        <p className="text-title" aria-hidden="true">
          {label}
        </p>
        <p className="mt-1 text-label text-ink-2">
          {points === of ? text('security.score.all') : text('security.score.more', { count: of - points })}
        </p>
      </div>
    </section>
  );
}
