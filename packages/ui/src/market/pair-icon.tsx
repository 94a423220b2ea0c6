import { CoinIcon } from '../icons/coin-icon.tsx';

/** Shows the base coin, with the quote coin in its corner. */
export function PairIcon({ base, quote }: { base: string; quote: string }) {
  return (
    <span className="pairicon">
      <CoinIcon code={base} size={32} />
      <span className="pairicon__quote">
        <CoinIcon code={quote} size={16} />
      </span>
    </span>
  );
}
