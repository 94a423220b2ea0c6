import type { Verdict } from '../price/judge-price.ts';

/**
 * How a verdict is shown. `pending`: every check so far passed, and the last one cannot have run yet. `doubtful`: it
 * should have.
 */
export type Standing = 'proven' | 'pending' | 'doubtful' | 'contradicted';

type Judged = { readonly kind: Verdict['kind'] | 'awaited'; readonly isHeadDue?: boolean };

/** Returns the standing of a price or a trade. Only a verdict without any finding is shown in green. */
export function standingOf({ kind, isHeadDue = false }: Judged): Standing {
  switch (kind) {
    case 'correct':
      return 'proven';
    case 'awaited':
      return 'pending';
    case 'sealed':
      return isHeadDue ? 'doubtful' : 'pending';
    case 'wrong':
    case 'rewritten':
      return 'contradicted';
  }
}
