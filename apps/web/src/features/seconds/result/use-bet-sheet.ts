import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { WireBet } from '../bets/open-bets.ts';

const STATE = { sheet: 'bet' } as const;

/** Parses the id of a bet in the URL. */
export const readBetId = (value: string | null): bigint | undefined =>
  value !== null && /^\d{1,19}$/.test(value) ? BigInt(value) : undefined;

/** Shows a bet as one step of history, so that links and notices lead to it; the back button closes it. */
export function useBetSheet() {
  const [fields] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const leftFrom = useRef<string>(undefined);
  const id = readBetId(fields.get('bet'));
  const wasOpenedHere = (state as { sheet?: string } | null)?.sheet === STATE.sheet; // Written only below.
  return {
    id,
    open: ({ id: wanted }: Pick<WireBet, 'id'>) => {
      const next = new URLSearchParams(fields);
      next.set('bet', String(wanted));
      void navigate(`?${next}`, { state: STATE, replace: id !== undefined });
    },
    close: () => {
      if (id === undefined || leftFrom.current === key) return;
      leftFrom.current = key;
      if (wasOpenedHere) return void navigate(-1);
      const next = new URLSearchParams([...fields].filter(([name]) => name !== 'bet'));
      void navigate(`?${next}`, { replace: true });
    },
  };
}
