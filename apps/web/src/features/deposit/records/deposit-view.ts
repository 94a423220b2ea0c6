import type { DepositState } from '@app/domain/deposit';
import type { TextKey } from '../../../data/app/texts.ts';
import type { Deposit } from '../deposits-query.ts';
import { countOf } from '../receive/arrivals.ts';

/** State as it is shown: a deposit may also wait for the user's own limit. */
export type ShownState = DepositState | 'waiting';

export const shownState = ({ state, credit_after: after }: Pick<Deposit, 'state' | 'credit_after'>): ShownState =>
  state === 'seen' && after !== null ? 'waiting' : state;

export const TONE_OF = {
  seen: 'brand',
  waiting: 'warn',
  credited: 'ok',
  suspect: 'warn',
  orphaned: 'plain',
  reversed: 'warn',
} as const satisfies Readonly<Record<ShownState, string>>;

/** One step of a deposit: its title, what it says, and when it was. */
export type Step = {
  readonly state: 'done' | 'now' | 'later';
  readonly title: TextKey;
  readonly note?: { readonly key: TextKey; readonly params?: Readonly<Record<string, number>> };
  /** A time that the note names. */
  readonly noteAtMs?: number;
  readonly atMs?: number;
};

/** Returns the steps of a deposit: seen, confirmed, credited, or how it ended otherwise. */
export function stepsOf(deposit: Deposit): readonly Step[] {
  const { seen_at: seenAt, credited_at: creditedAt } = deposit;
  const seen: Step = { state: 'done', title: 'deposit.step.seen', atMs: seenAt };
  const count = countOf(deposit);
  const confirming = { title: 'deposit.needed', note: { key: 'deposit.count', params: count } } as const;
  const credited = { title: 'deposit.step.credited' } as const;
  switch (shownState(deposit)) {
    case 'seen':
      return [seen, { state: 'now', ...confirming }, { state: 'later', ...credited }];
    case 'waiting':
      return [
        seen,
        { state: 'done', ...confirming },
        {
          state: 'now',
          title: 'deposit.step.waits',
          note: { key: 'deposit.waits' },
          noteAtMs: deposit.credit_after ?? 0,
        },
        { state: 'later', ...credited },
      ];
    case 'credited':
      return [seen, { state: 'done', ...confirming }, { state: 'done', ...credited, ...timed(creditedAt) }];
    case 'orphaned':
      return [seen, { state: 'now', title: 'deposit.state.orphaned', note: { key: 'deposit.orphaned.text' } }];
    case 'suspect':
      return [seen, { state: 'now', title: 'deposit.state.suspect', note: { key: 'deposit.suspect.text' } }];
    case 'reversed':
      return [
        seen,
        { state: 'done', ...credited, ...timed(creditedAt) },
        { state: 'now', title: 'deposit.state.reversed', note: { key: 'deposit.reversed.text' } },
      ];
  }
}

const timed = (atMs: number | null) => (atMs === null ? {} : { atMs });
