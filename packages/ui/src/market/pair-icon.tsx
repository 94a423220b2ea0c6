import { drawingOf } from '../icons/coin-codes.ts';
import { CoinIcon } from '../icons/coin-icon.tsx';

type Props = { base: string; quote: string; size?: 24 | 32 };

/** Shows what a market trades: its base, or for two currencies both flags, in the same space. */
export function PairIcon({ base, quote, size = 32 }: Props) {
  if (drawingOf(base) !== 'flag' || drawingOf(quote) !== 'flag') return <CoinIcon code={base} size={size} />;
  const part = size === 32 ? 20 : 16;
  return (
    <span className={size === 32 ? 'pairicon' : 'pairicon pairicon--s'}>
      <CoinIcon code={base} size={part} />
      <CoinIcon code={quote} size={part} />
    </span>
  );
}
