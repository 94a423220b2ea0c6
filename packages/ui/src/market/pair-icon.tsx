import { CoinIcon } from '../icons/coin-icon.tsx';

/** The coin that is traded, and in its corner the one it is paid with. */
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
