import type { Price } from '@app/money';
import { listCandles } from '@app/protocol/market';
import { Sparkline } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useCalmQuote } from '../../../data/market/calm-quotes.ts';

const MINUTE_MS = 60_000;
const MINUTES = 5;

/** Returns the closes of the last minutes, oldest first; the price of now belongs after them. */
function useMinutes(symbol: string): readonly Price[] | undefined {
  const { data } = useQuery({
    queryKey: ['contract-minutes', symbol],
    queryFn: async ({ signal }) => {
      const to = Math.floor(serverNow()); // tidy: not money
      const from = to - (MINUTES + 1) * MINUTE_MS;
      const { list } = await call(listCandles, { symbol, period: '1min', from, to }, { signal });
      return list.flatMap(({ open, high, low, close }) =>
        close >= open ? [open, low, high, close] : [open, high, low, close],
      );
    },
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  });
  return data;
}

/** Shows the last five minutes against the price they began with. */
export function QuoteSpark({ symbol }: { symbol: string }) {
  const text = useText();
  const minutes = useMinutes(symbol);
  const now = useCalmQuote(symbol)?.price;
  const first = minutes?.[0];
  return (
    <figure className="quote__spark">
      {first !== undefined && minutes !== undefined && (
        <Sparkline wide values={now === undefined ? minutes : [...minutes, now]} open={first} />
      )}
      <figcaption>{text('contract.ago')}</figcaption>
    </figure>
  );
}
