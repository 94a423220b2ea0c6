import { Skeleton } from '../feedback/skeleton.tsx';
import { CoinIcon } from '../icons/coin-icon.tsx';
import { PairName } from './market-row.tsx';

/** A market whose first price is on its way: the name is known, and each figure has its place. */
export function MarketGhost({ base, quote }: { base: string; quote: string }) {
  return (
    <>
      <CoinIcon code={base} />
      <span className="row__main">
        <PairName base={base} quote={quote} />
        <Blank look="row__s h-4" width="w-14" />
      </span>
      <span className="row__trail mrow__trail">
        <Blank look="row__v h-5 justify-end" width="w-20" />
        <Blank look="row__s h-4 justify-end" width="w-16" />
      </span>
      <span className="pill tone-flat" />
    </>
  );
}

/** As high as the line of text it stands for, so that nothing moves when that comes. */
const Blank = ({ look, width }: { look: string; width: string }) => (
  <span className={`${look} flex items-center`}>
    <Skeleton className={`h-3 ${width}`} />
  </span>
);
